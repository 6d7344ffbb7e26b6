// The microphone: its sound as it is, at 16 kHz. What browsers do to make speech pleasant for people on the
// telephone is off: the network was trained on sound as it is.

const wanted = { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 };
const rate = 16_000;
const problems = {
  NotAllowedError: "denied", SecurityError: "denied", NotFoundError: "none", NotReadableError: "busy",
};

export class Microphone {
  #events;
  #stream;
  #context;
  /** Counts openings, so that what was closed meanwhile is known. */
  #turn = 0;

  /** @param events `heard(samples)`, a `Float32Array`, and `lost()` when it is gone. */
  constructor(events) {
    this.#events = events;
  }

  /** Opens it; the browser asks for permission.
   *
   * @throws "insecure", "denied", "none", "busy" or "broken", as the words know them. */
  async open() {
    this.close();
    if (!navigator.mediaDevices?.getUserMedia || !globalThis.AudioWorkletNode) throw "insecure";
    const turn = this.#turn;
    let stream;
    let opened;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: wanted });
      opened = await context(stream);
    } catch (error) {
      end(stream);
      throw problems[error.name] ?? "broken";
    }
    // It was closed before the browser's question was answered.
    if (turn !== this.#turn) {
      end(stream, opened);
      return;
    }
    this.#stream = stream;
    this.#context = opened;
    stream.getAudioTracks()[0].onended = () => {
      if (this.#stream === stream) this.#events.lost();
    };
  }

  /** Lets its sound come in; none comes while the device's sound stands still. */
  async start() {
    const opened = this.#context;
    if (!opened) return;
    await opened.audioWorklet.addModule(new URL("capture.js", import.meta.url));
    if (this.#context !== opened) return;
    const capture = new AudioWorkletNode(opened, "capture", { numberOfOutputs: 0 });
    capture.port.onmessage = ({ data }) => {
      if (this.#context === opened) this.#events.heard(data);
    };
    opened.createMediaStreamSource(this.#stream).connect(capture);
    // Not awaited: it never settles where the device has no sound at all.
    opened.resume().catch(() => {});
  }

  close() {
    this.#turn += 1;
    end(this.#stream, this.#context);
    this.#stream = this.#context = undefined;
  }
}

function end(stream, opened) {
  for (const track of stream?.getTracks() ?? []) track.stop();
  opened?.close().catch(() => {});
}

/** A context that the stream can be connected to: at 16 kHz, or at the microphone's own rate where the
 * browser does not convert between them. */
async function context(stream) {
  const made = new AudioContext({ sampleRate: rate });
  try {
    made.createMediaStreamSource(stream).disconnect();
    return made;
  } catch {
    // Not awaited: it would wait for a device without sound.
    made.close().catch(() => {});
    return new AudioContext();
  }
}
