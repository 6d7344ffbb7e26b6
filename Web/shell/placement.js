// Where a picture stands on the page. Pure: sizes come in, rectangles go out.
//
// A picture may be turned by quarters, clockwise, and then mirrored. What the network sees, what the
// page shows and where its boxes lie all speak of the picture after both.

/** The size of a picture once it is turned. */
export function turnedSize({ width, height }, turns) {
  return turns % 2 ? { width: height, height: width } : { width, height };
}

/** The largest rectangle of the picture's shape in the middle of the stage: `object-fit: contain`. */
export function fit(picture, stage) {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: (stage.width - width) / 2, y: (stage.height - height) / 2, width, height };
}

/** How an element that is centred in `rect` shows the picture: its own size, and its transform. */
export function attitude(rect, turns, mirrored) {
  const { width, height } = turnedSize(rect, turns);
  const flip = mirrored ? " scaleX(-1)" : "";
  return { width, height, transform: `translate(-50%, -50%)${flip} rotate(${turns * 90}deg)` };
}

/** The orientation in EXIF's numbers: what is to be done to the stored picture. */
export function orientation(turns, mirrored) {
  return (mirrored ? [2, 5, 4, 7] : [1, 6, 3, 8])[turns % 4];
}

/** The size at which a picture is handed to the network: no longer than `longest` pixels. */
export function bounded({ width, height }, longest) {
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
