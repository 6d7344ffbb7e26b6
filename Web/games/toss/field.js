// A picture of the field: what the summary and the report show paths over.

/** Of its longer side, in pixels. */
const maximumSide = 960;
const quality = 0.8;

/** What a video shows, as a JPEG; `undefined` where it shows nothing. */
export async function capture(video) {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth) return undefined;
  const scale = Math.min(1, maximumSide / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.round(videoWidth * scale), height: Math.round(videoHeight * scale) });
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), "image/jpeg", quality));
}
