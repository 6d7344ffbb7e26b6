// Where up is, as the device says it.

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

/** Whether only a tap may ask for it, as on Apple's telephones and tablets. */
export const needsTap = () => Boolean(globalThis.DeviceOrientationEvent?.requestPermission);

const radians = (degrees) => (degrees * Math.PI) / 180;

/** Where up is for the camera, by the angles of `deviceorientation` in degrees; `undefined` where the camera
 * would not look down at a table.
 *
 * @param angles `{beta, gamma}`, and the `screen`'s angle.
 * @param view `facesPlayer`: whether the camera is on the screen's side; and how its picture is turned
 *   by quarters, clockwise, and then `mirrored`. */
export function upByGravity({ beta, gamma, screen }, { facesPlayer, turns, mirrored }) {
  const [b, g, s] = [beta, gamma, screen].map(radians);
  const device = [-Math.cos(b) * Math.sin(g), Math.sin(b), Math.cos(b) * Math.cos(g)];
  const right = Math.cos(s) * device[0] - Math.sin(s) * device[1];
  const up = Math.sin(s) * device[0] + Math.cos(s) * device[1];
  let [x, y] = [facesPlayer ? -right : right, -up];
  for (let turn = 0; turn < turns; turn++) [x, y] = [-y, x];
  const found = [mirrored ? -x : x, y, facesPlayer ? device[2] : -device[2]];
  return found[2] < -Math.sin(radians(10)) ? found : undefined;
}
