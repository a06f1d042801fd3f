import MentionsServer
import Synchronization
import SystemCalls

/// Applies changes to the file of choices on a separate thread, which runs while there is something to do. Other
/// servers also change the file, so each change is applied to the current content of the file.
final class ChoiceFile: Sendable {
  private struct State {
    var waiting: [(path: String, changes: [Choices.Change])] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  /// Locked while the file is being changed.
  private let working = Mutex(())
  private let events: Mailbox<ServerEvent>
  private let logger: Logger

  init(events: Mailbox<ServerEvent>, logger: Logger) {
    self.events = events
    self.logger = logger
  }

  /// Queues changes to the file at `path`; its new content is posted once they have been applied. Never blocks.
  func keep(_ changes: [Choices.Change], in path: String) {
    let starts = state.withLock { state in
      state.waiting.append((path, changes))
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts, !Platform.startThread({ [self] in work() }) { work() }
  }

  /// Blocks until everything is written.
  func finish() { work() }

  private func work() {
    working.withLock { _ in
      while let (path, changes) = next() {
        let (choices, fault) = Self.change(path, changes)
        if let fault { logger.write(.warning, "choices cannot be stored: \(personal: fault)") }
        events.post(
          .choicesKept(choices, changes: changes.count, seconds: Platform.secondsSince1970()))
      }
    }
  }

  private func next() -> (path: String, changes: [Choices.Change])? {
    state.withLock { state in
      guard let first = state.waiting.first else {
        state.isRunning = false
        return nil
      }
      let together = state.waiting.prefix { $0.path == first.path }
      state.waiting.removeFirst(together.count)
      return (first.path, together.flatMap(\.changes))
    }
  }

  /// Reads the choices in a file without modifying it.
  static func read(_ path: String) -> Choices { change(path, []).choices }

  private static func change(_ path: String, _ changes: [Choices.Change]) -> (
    choices: Choices, fault: String?
  ) {
    var choices = Choices()
    func take(_ contents: SettingsFile.Contents) {
      // An invalid file is overwritten, since choices are only a convenience.
      choices = if case .bytes(let bytes) = contents { Choices(bytes) ?? Choices() } else { Choices() }
    }
    if changes.isEmpty {
      take(StoreFiles.read(path))
      return (choices, nil)
    }
    let faults = StoreFiles.replace([
      (
        path: path,
        outcome: { contents in
          take(contents)
          for change in changes { choices.apply(change, at: Platform.secondsSince1970()) }
          return choices.isEmpty ? .remove : .write(choices.bytes)
        }
      )
    ])
    return (choices, faults.compactMap(\.self).first)
  }
}
