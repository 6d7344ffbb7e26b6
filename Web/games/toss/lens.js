// The camera's lens, held still where the device can: a focus or an exposure that hunts looks like something that moves.

const modes = ["focusMode", "exposureMode", "whiteBalanceMode"];

/** Has a camera's track keep its focus, exposure and white balance as they are, as far as it can. */
export function lockLens(track) {
  const can = track?.getCapabilities?.() ?? {};
  const advanced = modes.filter((mode) => can[mode]?.includes("manual")).map((mode) => ({ [mode]: "manual" }));
  if (advanced.length > 0) track.applyConstraints({ advanced }).catch(() => {});
}
