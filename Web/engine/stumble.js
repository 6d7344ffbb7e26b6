/** Has a failure end in the page's `stumbled`: the module has trapped, or returned a fault, and its memory is worth
 * nothing. */
export function stumble(failure) {
  setTimeout(() => {
    throw failure;
  });
}
