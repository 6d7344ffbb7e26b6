/** The orientation in EXIF's numbers: what is to be done to the stored picture. */
export function orientation(turns, mirrored) {
  return (mirrored ? [2, 5, 4, 7] : [1, 6, 3, 8])[turns % 4];
}
