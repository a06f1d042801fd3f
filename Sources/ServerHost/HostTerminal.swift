import SystemCalls

/// The terminal at standard input and output, filled by a program: keys come one by one, as bytes.
package final class HostTerminal {
  /// Reason for waking up.
  package enum Wake {
    /// Something was typed.
    case input([UInt8])
    /// The terminal has another size.
    case resized
    /// The additional descriptor is readable.
    case other
    /// Nothing happened for so long.
    case timeout
    /// A signal asks the program to end, or the terminal is gone.
    case end
  }

  private let signals: Int32
  private let enterSequence: StaticString
  private let leaveSequence: StaticString

  /// Takes the terminal over; nil with the reason where standard input or output is none.
  ///
  /// - Parameters:
  ///   - enter: is written first.
  ///   - leave: is written when the terminal is given back, also where the process ends by a fault.
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

  /// Gives the terminal back.
  package func leave() { Platform.leaveRawMode() }

  /// Stops the program as Ctrl+Z does elsewhere, and takes the terminal over again when it goes on.
  package func suspend() {
    Platform.leaveRawMode()
    Platform.suspend()
    try? Platform.enterRawMode(enterSequence, leave: leaveSequence)
  }

  /// Size in cells; that of the oldest terminals if it is unknown.
  package var size: (columns: Int, rows: Int) { Platform.terminalSize(1) ?? (80, 24) }

  /// False when the terminal is gone.
  package func write(_ text: String) -> Bool { (try? Platform.writeAll(1, Array(text.utf8))) != nil }

  /// Waits for the next thing to happen.
  ///
  /// - Parameters:
  ///   - descriptor: wakes the program too when something can be read from it.
  ///   - milliseconds: for so long at most; nil: as long as it takes.
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

/// Reason why a program cannot fill the terminal.
package struct UnusableTerminal: Error, CustomStringConvertible {
  package let reason: String
  package init(reason: String) { self.reason = reason }

  package var description: String { reason }
}
