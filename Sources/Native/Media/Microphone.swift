internal import CALSA

/// Listens to a microphone, by ALSA, which PipeWire and PulseAudio answer, too.
///
/// One channel at the rate that is asked for, whatever the device has. One thread at a time.
public final class Microphone: SoundSource {
  /// Samples that are returned at a time: a twentieth of a second at 16 kHz.
  private static let capacity = 800
  /// How much sound waits to be fetched before some is lost, in microseconds.
  private static let latency: UInt32 = 500_000

  private let device: String
  private let handle: OpaquePointer

  /// Opens a microphone.
  ///
  /// - Parameters:
  ///   - device: ALSA's name for it, one of those that `arecord -L` lists.
  ///   - rate: Samples a second.
  /// - Throws: ``MediaError`` when there is no such microphone, it is busy, or permission is denied.
  public init(device: String = "default", rate: Int) throws(MediaError) {
    calsa_be_quiet()
    var opened: OpaquePointer?
    let code = snd_pcm_open(&opened, device, SND_PCM_STREAM_CAPTURE, 0)
    guard code >= 0, let handle = opened else {
      throw Self.refusal(code, device)
    }
    let settings = snd_pcm_set_params(
      handle, SND_PCM_FORMAT_FLOAT_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(rate), 1,
      Self.latency)
    guard settings >= 0 else {
      snd_pcm_close(handle)
      throw .microphoneFailed(device: device, reason: Self.reason(settings))
    }
    self.handle = handle
    self.device = device
  }

  deinit { snd_pcm_close(handle) }

  /// Waits for the next samples; there always are some, or an error when the microphone goes away.
  public func next() throws(MediaError) -> [Float]? {
    var samples = [Float](repeating: 0, count: Self.capacity)
    // Twice: sound that was lost while nobody fetched it is no reason to stop.
    for _ in 0..<2 {
      let count = samples.withUnsafeMutableBytes {
        snd_pcm_readi(handle, $0.baseAddress, snd_pcm_uframes_t(Self.capacity))
      }
      if count > 0 {
        samples.removeLast(Self.capacity - count)
        return samples
      }
      let recovered = snd_pcm_recover(handle, Int32(count), 1)
      guard recovered >= 0, count < 0 else {
        throw .microphoneFailed(
          device: device, reason: count < 0 ? Self.reason(recovered) : "it sends no sound")
      }
    }
    throw .microphoneFailed(device: device, reason: "it sends no sound")
  }

  private static func refusal(_ code: Int32, _ device: String) -> MediaError {
    switch -code {
    case ENOENT, ENODEV, ENXIO, ECONNREFUSED: .microphoneMissing(device: device)
    case EACCES, EPERM: .microphoneForbidden(device: device)
    case EBUSY: .microphoneBusy(device: device)
    default: .microphoneFailed(device: device, reason: reason(code))
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: snd_strerror(code)) }
}
