import Synchronization

#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

// Signals that ask the process to end, read from a descriptor.

extension Platform {
  private static let endingSignals = [SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP"]
  /// The name that `takeSignal` returns when the size of the terminal has changed.
  package static let resized = "SIGWINCH"

  /// Catches `SIGTERM`, `SIGINT` and `SIGHUP`, so that they do not end the process. Returns a descriptor that is
  /// readable while caught signals wait to be read by `takeSignal`. Must be called only once.
  package static func catchEndingSignals() throws(SystemError) -> Int32 {
    let pipe = try makePipe()
    makeNonblocking(pipe.reading)
    makeNonblocking(pipe.writing)
    signalWriter.store(pipe.writing, ordering: .sequentiallyConsistent)
    for number in endingSignals.keys { _ = signal(number, noteSignal) }
    return pipe.reading
  }

  /// Reports changes of the terminal's size through the descriptor of `catchEndingSignals`, which must be called first.
  package static func catchResizing() { _ = signal(SIGWINCH, noteSignal) }

  /// Reads the next signal from the descriptor of `catchEndingSignals`. Returns the signal's name; nil if none is
  /// waiting.
  package static func takeSignal(_ descriptor: Int32) -> String? {
    var number: [UInt8] = [0]
    guard case .bytes = receive(descriptor, into: &number) else { return nil }
    return Int32(number[0]) == SIGWINCH ? resized : endingSignals[Int32(number[0])]
  }
}

// Signals that report a fault of this process.

extension Platform {
  private static let faultSignals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT]

  /// Arranges that ``faultLine`` is written to a descriptor if the process crashes.
  package static func noteFaults(in descriptor: Int32) {
    faultWriter.store(descriptor, ordering: .sequentiallyConsistent)
    catchFaults()
  }

  private static func catchFaults() {
    for number in faultSignals where number != SIGBUS {
      var action = sigaction()
      #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = noteFault
      #else
      unsafe action.__sigaction_handler.sa_handler = noteFault
      #endif
      // The handler runs once; then the default action ends the process.
      action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
      unsafe sigaction(number, &action, nil)
    }
    catchBusFault()
  }

  /// Handles bus errors in a ``Mapping``. Any other bus error is passed to the previous handler.
  static func catchBusFault() { isBusFaultCaught }

  private static let isBusFaultCaught: Void = {
    var action = sigaction()
    #if canImport(Darwin)
    unsafe action.__sigaction_u.__sa_sigaction = noteBusFault
    #else
    unsafe action.__sigaction_handler.sa_sigaction = noteBusFault
    #endif
    action.sa_flags = CInt(SA_SIGINFO)
    unsafe sigaction(SIGBUS, &action, &previousBusAction)
  }()

  /// Cancels `noteFaults`, so that a crash no longer writes ``faultLine``.
  package static func forgetFaults() { faultWriter.store(-1, ordering: .sequentiallyConsistent) }

  /// The line that the process writes when it crashes, without its line feed.
  package static let faultLine = "fault"
}

/// The previous handler of bus errors: that of the program that embeds the server, or the system's default.
private nonisolated(unsafe) var previousBusAction = sigaction()

/// The descriptor to which `noteFault` writes.
private let faultWriter = Atomic<Int32>(-1)

/// A signal handler, restricted to async-signal-safe operations.
private func noteFault(_ number: Int32) {
  restoreTerminal()
  let line: StaticString = "fault\n"
  _ = unsafe write(
    faultWriter.load(ordering: .sequentiallyConsistent), line.utf8Start, line.utf8CodeUnitCount)
  raise(number)
}

/// A signal handler, restricted to async-signal-safe operations.
private func noteBusFault(
  _ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  if unsafe Platform.mendMapping(information) { return }
  _ = unsafe sigaction(number, &previousBusAction, nil)
  noteFault(number)
}

/// The descriptor to which `noteSignal` writes.
private let signalWriter = Atomic<Int32>(-1)

/// A signal handler, restricted to async-signal-safe operations. If the pipe is full, the signal is dropped; the many
/// unread signals in the pipe suffice to wake the reader.
private func noteSignal(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = unsafe write(signalWriter.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = before
}

// MARK: - Terminals

// Terminals: size and raw mode.

extension Platform {
  /// The size of a terminal in cells; nil if the descriptor is not a terminal, or the terminal does not report its
  /// size.
  package static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The width of a terminal in columns; nil if the descriptor is not a terminal, or the terminal does not report its
  /// size.
  package static func terminalWidth(_ descriptor: Int32) -> Int? { terminalSize(descriptor)?.columns }

  /// Puts the terminal at standard input into raw mode: each keystroke is delivered immediately, is not echoed, and
  /// causes no signal. Must not be called again before ``leaveRawMode()``, because it saves the mode to restore.
  ///
  /// Until ``leaveRawMode()``, a crash of the process restores the terminal.
  ///
  /// - Parameters:
  ///   - enter: the text to write to standard output first.
  ///   - leave: the text to write to standard output when the terminal is restored.
  package static func enterRawMode(_ enter: StaticString, leave: StaticString) throws(SystemError) {
    guard unsafe tcgetattr(0, &ordinaryMode) == 0 else { throw .last }
    unsafe leaveSequence = leave
    var raw = unsafe ordinaryMode
    unsafe cfmakeraw(&raw)
    guard unsafe tcsetattr(0, TCSAFLUSH, &raw) == 0 else { throw .last }
    isRaw.store(true, ordering: .sequentiallyConsistent)
    catchFaults()
    write(enter)
  }

  /// Restores the terminal, if it is in raw mode.
  package static func leaveRawMode() { restoreTerminal() }

  /// Suspends this process, like Ctrl+Z, until the shell resumes it.
  package static func suspend() { raise(SIGTSTP) }
}

/// Whether the terminal must be restored.
private let isRaw = Atomic(false)
/// The terminal's previous mode. Written before `isRaw` is set.
private nonisolated(unsafe) var ordinaryMode = termios()
private nonisolated(unsafe) var leaveSequence: StaticString = ""

private func write(_ text: StaticString) {
  var start = 0
  while start < text.utf8CodeUnitCount {
    let count = unsafe write(1, text.utf8Start + start, text.utf8CodeUnitCount - start)
    if count <= 0 { return }
    start += count
  }
}

/// Restores the terminal. Restricted to async-signal-safe operations.
private func restoreTerminal() {
  guard isRaw.exchange(false, ordering: .sequentiallyConsistent) else { return }
  unsafe write(leaveSequence)
  _ = unsafe tcsetattr(0, TCSAFLUSH, &ordinaryMode)
}
