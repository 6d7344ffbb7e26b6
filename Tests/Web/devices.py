"""What stands in for a camera and a microphone where an engine has none of its own that shows a
file: a film on a canvas, and a recording in an `AudioContext`, by a script that runs before the
page's.
"""

import subprocess


def film(clip):
    """-> a film in VP8, which all engines play, as a file's bytes."""
    command = ["ffmpeg", "-v", "error", "-i", clip, "-an", "-c:v", "libvpx", "-crf", "4"]
    command += ["-b:v", "12M", "-g", "30", "-deadline", "realtime", "-cpu-used", "8"]
    command += ["-f", "webm", "-"]
    return subprocess.run(command, check=True, capture_output=True).stdout


def recording(source, target, seconds):
    """Writes the beginning of a recording as a file that all engines read, between pauses.

    It begins when the microphone is opened, and a page whose cores are busy listens seconds later:
    the first pause is longer than that, and not silent, as a microphone is silent that is switched off.
    """
    command = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-t", "3"]
    command += ["-i", "anoisesrc=amplitude=0.0003:sample_rate=48000:seed=1"]
    command += ["-t", str(seconds), "-i", source, "-filter_complex"]
    command += ["[1]aresample=48000[sound];[0][sound]concat=v=0:a=1,apad=pad_dur=3"]
    subprocess.run([*command, "-ac", "1", target], check=True)


def stand_in(kind, address):
    return {"film.webm": camera, "sound.wav": microphone}[kind].replace("ADDRESS", address)


# A canvas onto which the film is drawn, over and over: what happens on a table goes on while its
# camera is shut.
camera = """
  if (navigator.mediaDevices) {
    const others = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    let film;
    // Anew, and not looped: in WebKit a film may stand still at its second beginning.
    const begin = () => {
      film = Object.assign(document.createElement('video'), { muted: true, src: 'ADDRESS', onended: begin });
      return film.play();
    };
    navigator.mediaDevices.getUserMedia = async (wish) => {
      if (!wish.video) return others(wish);
      if (!film) await begin();
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: film.videoWidth, height: film.videoHeight });
      // By the processor: a graphics card that is emulated would take what the page needs.
      const context = canvas.getContext('2d', { willReadFrequently: true });
      const stream = canvas.captureStream(30);
      const [track] = stream.getVideoTracks();
      const draw = () => {
        if (track.readyState === 'ended') return;
        context.drawImage(film, 0, 0);
        setTimeout(draw, 33);
      };
      draw();
      Object.assign(window, { standInCamera: { get film() { return film; }, canvas, track } });
      return stream;
    };
  }
"""

# None is registered, nor is any error raised: as if it took for ever.
without_service_workers = """
  if (globalThis.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = () => new Promise(() => {});
"""

# `COUNT` cameras to choose from.
several = """
  if (navigator.mediaDevices) navigator.mediaDevices.enumerateDevices = async () =>
    Array.from({ length: COUNT }, (_, place) => ({ kind: 'videoinput', deviceId: `camera ${place}` }));
"""

# The recording once, whenever the microphone is opened.
microphone = """
  if (navigator.mediaDevices) {
    const others = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    let context;
    // Where sound needs a tap before it is made.
    addEventListener('click', () => { context ??= new AudioContext(); context.resume(); }, { capture: true });
    navigator.mediaDevices.getUserMedia = async (wish) => {
      if (!wish.audio) return others(wish);
      context ??= new AudioContext();
      const response = await fetch('ADDRESS');
      const buffer = await context.decodeAudioData(await response.arrayBuffer());
      const output = context.createMediaStreamDestination();
      const source = new AudioBufferSourceNode(context, { buffer });
      source.connect(output);
      source.start();
      return output.stream;
    };
  }
"""
