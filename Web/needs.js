// Checks whether the browser has what the game can't do without. The first thing that is missing
// is named in `data-lacks` of the root element: index.html then says that the browser is too old,
// and no module runs. Documentation/browsers.md says what each thing is for. In the JavaScript of
// 2009, so that old browsers understand it.

(function () {
  "use strict";

  /** (module (func (result v128) (i32x4.splat (i32.const 0)))) */
  var simd = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0,
    10, 8, 1, 6, 0, 65, 0, 253, 17, 11
  ];

  /** Whether workers can be modules: only then the constructor reads the type. The exception keeps
   * it from starting a worker. */
  function readsTypeOfWorker() {
    var isRead = false;
    var options = Object.defineProperty({}, "type", {
      get: function () {
        isRead = true;
        throw new Error("only asking");
      }
    });
    try {
      new Worker(location.href, options).terminate();
    } catch (error) {
      // Thrown above, or there are no workers at all.
    }
    return isRead;
  }

  var needs = {
    "css-nesting": function () { return CSS.supports("selector(& a)"); },
    "css-has": function () { return CSS.supports("selector(:has(a))"); },
    "container-queries": function () { return CSS.supports("container-type", "size"); },
    "round-rect": function () {
      return CanvasRenderingContext2D.prototype.roundRect && Path2D.prototype.roundRect;
    },
    "module-workers": readsTypeOfWorker,
    "offscreen-canvas": function () { return new OffscreenCanvas(1, 1).getContext("2d"); },
    "webassembly-simd": function () { return WebAssembly.validate(new Uint8Array(simd)); },
    "array-find-last": function () { return Array.prototype.findLast; },
    // No syntax of the modules is newer; syntax itself can't be checked without eval.
    "array-at": function () { return Array.prototype.at; },
    "dialog": function () { return HTMLDialogElement.prototype.showModal; },
    "image-bitmaps": function () { return createImageBitmap; },
    "resize-observer": function () { return ResizeObserver; },
    // At an address without https no browser has it, however new.
    "web-crypto": function () { return !window.isSecureContext || crypto.subtle.digest; }
  };

  function has(name) {
    try {
      return Boolean(needs[name]());
    } catch (error) {
      return false;
    }
  }

  for (var name in needs) {
    if (!has(name)) {
      document.documentElement.setAttribute("data-lacks", name);
      break;
    }
  }
})();
