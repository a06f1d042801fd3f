import Synchronization

#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

// Signals that ask for the end of the process, as something to read.

extension Platform {
  private static let endingSignals = [SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP"]
  /// The signal for a new size of the terminal.
  package static let resized = "SIGWINCH"

  /// From now on `SIGTERM`, `SIGINT` and `SIGHUP` do not end the process. They are taken from the descriptor that is
  /// returned, which is readable while there are any. To be called once.
  package static func catchEndingSignals() throws(SystemError) -> Int32 {
    let pipe = try makePipe()
    makeNonblocking(pipe.reading)
    makeNonblocking(pipe.writing)
    signalWriter.store(pipe.writing, ordering: .sequentiallyConsistent)
    for number in endingSignals.keys { _ = signal(number, noteSignal) }
    return pipe.reading
  }

  /// From now on a new size of the terminal is reported like ending signals. They must be caught.
  package static func catchResizing() { _ = signal(SIGWINCH, noteSignal) }

  /// The name of the next signal that has come; nil when there is none.
  package static func takeSignal(_ descriptor: Int32) -> String? {
    var number: [UInt8] = [0]
    guard case .bytes = receive(descriptor, into: &number) else { return nil }
    return Int32(number[0]) == SIGWINCH ? resized : endingSignals[Int32(number[0])]
  }
}

// Signals for a fault of this process.

extension Platform {
  private static let faultSignals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT]

  /// From now on a fault that ends the process writes ``faultLine`` to a descriptor before.
  package static func noteFaults(in descriptor: Int32) {
    faultWriter.store(descriptor, ordering: .sequentiallyConsistent)
    catchFaults()
  }

  static func catchFaults() {
    for number in faultSignals where number != SIGBUS {
      var action = sigaction()
      #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = noteFault
      #else
      unsafe action.__sigaction_handler.sa_handler = noteFault
      #endif
      // Once: what ends the process then is the system's own doing.
      action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
      unsafe sigaction(number, &action, nil)
    }
    catchBusFault()
  }

  /// From now on a bus error in a ``Mapping`` does not end the process. Any other is left to the program's own handler.
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

  /// A fault writes nothing any more.
  package static func forgetFaults() { faultWriter.store(-1, ordering: .sequentiallyConsistent) }

  /// The text written at a fault.
  package static let faultLine = "fault"
}

/// The handler of bus errors that was there before: of the program that embeds the server, or the system's own.
private nonisolated(unsafe) var previousBusAction = sigaction()

/// Where `noteFault` writes.
private let faultWriter = Atomic<Int32>(-1)

/// Runs in the midst of anything.
private func noteFault(_ number: Int32) {
  restoreTerminal()
  let line: StaticString = "fault\n"
  _ = unsafe write(
    faultWriter.load(ordering: .sequentiallyConsistent), line.utf8Start, line.utf8CodeUnitCount)
  raise(number)
}

/// Runs in the midst of anything.
private func noteBusFault(
  _ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  if unsafe Platform.mendMapping(information) { return }
  _ = unsafe sigaction(number, &previousBusAction, nil)
  noteFault(number)
}

/// Where `noteSignal` writes.
private let signalWriter = Atomic<Int32>(-1)

/// Runs in the midst of anything: it may do no more than this. A full pipe holds signals enough.
private func noteSignal(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = unsafe write(signalWriter.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = before
}

// MARK: - Terminals

// A terminal whose keys are read one by one.

extension Platform {
  /// In cells; nil if it is not a terminal, or does not report its size.
  package static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// In columns; nil if it is not a terminal, or does not report its size.
  package static func terminalWidth(_ descriptor: Int32) -> Int? { terminalSize(descriptor)?.columns }

  /// Has each key of the terminal at standard input come as it is, unseen: no lines, no echo, no signals. One terminal
  /// at a time.
  ///
  /// Until ``leaveRawMode()`` a fault that ends the process puts the terminal back before.
  ///
  /// - Parameters:
  ///   - enter: is written to standard output then.
  ///   - leave: is written to standard output when the terminal is put back.
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

  /// Puts the terminal back as it was; nothing where it is.
  package static func leaveRawMode() { restoreTerminal() }

  /// Stops this process as Ctrl+Z does, until the shell goes on with it.
  package static func suspend() { raise(SIGTSTP) }
}

/// Whether the terminal has to be put back.
private let isRaw = Atomic(false)
/// How it was. Written before `isRaw` is set.
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

/// May run in the midst of anything.
private func restoreTerminal() {
  guard isRaw.exchange(false, ordering: .sequentiallyConsistent) else { return }
  unsafe write(leaveSequence)
  _ = unsafe tcsetattr(0, TCSAFLUSH, &ordinaryMode)
}
