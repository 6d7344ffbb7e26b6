internal import Dispatch

/// Runs an actor's work on a dispatch queue of its own.
///
/// A network keeps a thread busy for milliseconds; on Swift's cooperative pool, which is as wide as
/// the machine has cores, that would hold up everybody else's `await`.
final class SerialQueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
