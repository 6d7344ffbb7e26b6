/** Has `work` done whenever the size of one of the elements changes: in the next frame, because a layout change inside
 * the observer is an error in WebKit. */
export function onResize(elements, work) {
  let frame;
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(work);
  });
  for (const element of elements) observer.observe(element);
}
