import SystemCalls

/// The terminal at standard input and output in raw mode: keys arrive one by one, as bytes.
package final class HostTerminal {
  /// The reason why a wait ended.
  package enum Wake {
    /// Something was typed.
    case input([UInt8])
    /// The terminal was resized.
    case resized
    /// The additional descriptor is readable.
    case other
    /// The timeout has passed.
    case timeout
    /// A signal requests the end of the program, or the terminal was closed.
    case end
  }

  private let signals: Int32
  private let enterSequence: StaticString
  private let leaveSequence: StaticString

  /// Takes over the terminal. Throws an error with the reason if standard input or output is not a terminal.
  ///
  /// - Parameters:
  ///   - enter: the text to write first.
  ///   - leave: the text to write when the terminal is restored, even if the process crashes.
  package init(enter: StaticString, leave: StaticString) throws(UnusableTerminal) {
    guard Platform.isTerminal(0), Platform.isTerminal(1) else {
      throw UnusableTerminal(reason: "standard input and output must be a terminal")
    }
    (enterSequence, leaveSequence) = (enter, leave)
    do throws(SystemError) {
      signals = try Platform.catchEndingSignals()
      Platform.catchResizing()
      try Platform.enterRawMode(enter, leave: leave)
    } catch {
      throw UnusableTerminal(reason: "the terminal cannot be used: \(error.message)")
    }
  }

  deinit { Platform.leaveRawMode() }

  /// Restores the terminal.
  package func leave() { Platform.leaveRawMode() }

  /// Suspends the program, as Ctrl+Z usually does, and takes over the terminal again when it resumes.
  package func suspend() {
    Platform.leaveRawMode()
    Platform.suspend()
    try? Platform.enterRawMode(enterSequence, leave: leaveSequence)
  }

  /// The size in cells; 80 × 24 if it is unknown.
  package var size: (columns: Int, rows: Int) { Platform.terminalSize(1) ?? (80, 24) }

  /// Returns false if the terminal was closed.
  package func write(_ text: String) -> Bool { (try? Platform.writeAll(1, Array(text.utf8))) != nil }

  /// Waits for the next event.
  ///
  /// - Parameters:
  ///   - descriptor: an additional descriptor; the wait also ends when it becomes readable.
  ///   - milliseconds: the timeout; nil for none.
  package func wait(also descriptor: Int32, milliseconds: Int?) -> Wake {
    var interests = [signals, 0, descriptor].map { Platform.Interest(descriptor: $0) }
    Platform.wait(for: &interests, milliseconds: milliseconds)
    if interests[0].isReady, let name = Platform.takeSignal(signals) {
      return name == Platform.resized ? .resized : .end
    }
    if interests[1].isReady {
      var buffer = [UInt8](repeating: 0, count: 4096)
      guard case .bytes(let count) = Platform.receive(0, into: &buffer) else { return .end }
      return .input(Array(buffer[..<count]))
    }
    return interests[2].isReady ? .other : .timeout
  }
}

/// The reason why a program cannot use the terminal.
package struct UnusableTerminal: Error, CustomStringConvertible {
  package let reason: String
  package init(reason: String) { self.reason = reason }

  package var description: String { reason }
}
