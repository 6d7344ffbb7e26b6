// The exports of the WebAssembly module.
//
// One file an area: FrameArea.swift, DiceArea.swift, and so on. An area is a value whose methods do the work;
// all of them make up the `Session`. An export is a public function with both attributes, so that the linker
// keeps it, and one line that calls a method of the module's `session`:
//
//     @_expose(wasm, "area_verb") @_cdecl("area_verb")
//     public func areaVerb(_ count: Int32) -> Int32 { session.area.verb(count) }
//
// It takes and returns `Int32`, `Float`, `Double`, `Bool` and pointers, which JavaScript sees as
// numbers. Names begin with their area. A fault is a negative return value (``WebFault``), never a
// trap: after a trap the module's memory is worth nothing.
//
// From JavaScript; the module imports a clock, in milliseconds, and nothing else:
//
//     const page = { now: () => performance.now() };
//     const { instance } = await WebAssembly.instantiate(bytes, { page });
//     const web = instance.exports;
//     const pointer = web.memory_allocate(file.length);
//     new Uint8Array(web.memory.buffer, pointer, file.length).set(file);
//     const fault = web.dice_load(pointer, file.length);
//     web.memory_free(pointer);
//
// A view of `web.memory.buffer` is made again after each call: whenever the memory grows, the buffer
// is detached and views of it become empty. A pointer stays what it is.
