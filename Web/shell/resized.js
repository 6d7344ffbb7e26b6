/** Has `work` done whenever one of the elements has become larger or smaller: with the next frame, since WebKit
 * reports a fault where it changes the layout that is just being made. */
export function onResize(elements, work) {
  let frame;
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(work);
  });
  for (const element of elements) observer.observe(element);
}
