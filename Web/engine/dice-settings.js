// How dice are looked for where nobody asks for anything else.

import { confidenceThreshold, iouThreshold, shapes } from "./interface.js";

/** The minimum confidence of a die, the maximum overlap of two, and how pictures are brought to the network's shape,
 * one of `shapes`. */
export const usual = { confidence: confidenceThreshold, overlap: iouThreshold, shape: shapes[0] };
