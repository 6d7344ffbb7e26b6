// Where down is, as the device says it.

export class Gravity {
  #angles;
  #isListening = false;

  /** Asks for it, where a tap must; to be called in one. */
  async ask() {
    if (this.#isListening || !globalThis.DeviceOrientationEvent) return;
    this.#isListening = true;
    // Elsewhere than on Apple's telephones and tablets nobody is asked.
    const request = DeviceOrientationEvent.requestPermission?.();
    try {
      if (request && await request !== "granted") return;
    } catch {
      // Not in a tap after all: the next one asks again.
      this.#isListening = false;
      return;
    }
    addEventListener("deviceorientation", ({ beta, gamma }) => {
      if (beta !== null && gamma !== null) this.#angles = { beta, gamma };
    });
  }

  /** `{beta, gamma, screen}` in degrees; `undefined` where the device does not know. */
  get angles() {
    return this.#angles && { ...this.#angles, screen: screen.orientation?.angle ?? 0 };
  }
}
