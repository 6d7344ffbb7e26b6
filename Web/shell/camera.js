// The camera: opened after a tap, shut while nobody looks, and whatever goes wrong has a name.

import { keep, recall } from "./store.js";

/** The name that the words know for a failure of `getUserMedia`. */
export function failure(error) {
  switch (error?.name) {
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "OverconstrainedError":
      return "none";
    case "NotReadableError":
    case "AbortError":
      return "busy";
    default:
      return "camera";
  }
}

export class Camera {
  #stream;
  #device;
  #opening = 0;

  /** @param lost Called when a camera that was open goes away. */
  constructor(lost) {
    this.lost = lost;
  }

  /** Whether it looks at the player, as far as the camera says. */
  get facesPlayer() {
    return this.#stream?.getVideoTracks()[0]?.getSettings().facingMode === "user";
  }

  /** The track of the one that is open. */
  get track() {
    return this.#stream?.getVideoTracks()[0];
  }

  /** Whether the player has allowed it for good, as far as the browser says. */
  static async isAllowed() {
    try {
      return (await navigator.permissions.query({ name: "camera" })).state === "granted";
    } catch {
      return false;
    }
  }

  /** Opens a camera, by preference the one used or chosen last, else the rear one.
   *
   * @returns The stream; `undefined` when it was shut again meanwhile.
   * @throws The name of a problem, as the words know it.
   */
  async open() {
    if (!globalThis.isSecureContext || !navigator.mediaDevices?.getUserMedia) throw "insecure";
    this.close();
    const turn = ++this.#opening;
    const size = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
    const which = this.#device
      ? { deviceId: { exact: this.#device } }
      : { deviceId: { ideal: recall("camera") }, facingMode: { ideal: "environment" } };
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...size, ...which } });
    } catch (error) {
      // The one used last was unplugged: any other will do at the next try.
      this.#device = undefined;
      throw failure(error);
    }
    if (turn !== this.#opening) {
      for (const track of stream.getTracks()) track.stop();
      return undefined;
    }
    this.#stream = stream;
    const [track] = stream.getVideoTracks();
    this.#device = track.getSettings().deviceId;
    track.onended = () => {
      if (this.#stream !== stream) return;
      this.close();
      this.lost();
    };
    return stream;
  }

  /** Shuts the camera, so that its light goes out. */
  close() {
    this.#opening += 1;
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = undefined;
  }

  /** How many there are to choose from. */
  async count() {
    const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => []);
    return (devices ?? []).filter((one) => one.kind === "videoinput").length;
  }

  /** Chooses the next camera for the next `open()`. */
  async chooseNext() {
    const devices = (await navigator.mediaDevices.enumerateDevices())
      .filter((one) => one.kind === "videoinput");
    const index = devices.findIndex((one) => one.deviceId === this.#device);
    this.#device = devices[(index + 1) % devices.length]?.deviceId;
    keep("camera", this.#device);
  }
}
