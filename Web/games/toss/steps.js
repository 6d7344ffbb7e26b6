// What the page asks of its players next, one thing at a time. Pure.

/** The step of a game before its camera: `find`, `confirm`, `corners`, `still`, `stand` or `throw`.
 *
 * @param scene What the engine knows; see its interface.
 * @param board Where the board is, if anywhere.
 * @param isConfirmed Whether it was said, or shown by a throw, that it is there.
 * @param isPlacing Whether its corners are being set by hand.
 */
export function stepOf({ scene, board, isConfirmed, isPlacing }) {
  if (isPlacing) return "corners";
  if (!scene || !board) return "find";
  if (scene.state === "waitingForStillCamera") return "still";
  if (scene.state === "lookingForBoard" || !scene.isBoardInPlace) return "find";
  if (!isConfirmed) return "confirm";
  return scene.state === "waitingForPlayer" ? "stand" : "throw";
}

/** Who is to throw: the one whose feet are seen farthest from the hole; in view may be anybody. */
export function standing(people) {
  return people.filter(({ stand, standError }) => stand !== null && standError !== null)
    .reduce((farthest, one) => (!farthest || one.stand > farthest.stand ? one : farthest), undefined);
}
