import Synchronization

#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

// A terminal whose keys are read one by one.

extension Platform {
  /// In cells; nil for what is not a terminal, or one that does not tell.
  package static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// In columns; nil for what is not a terminal, or one that does not tell.
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
func restoreTerminal() {
  guard isRaw.exchange(false, ordering: .sequentiallyConsistent) else { return }
  unsafe write(leaveSequence)
  _ = unsafe tcsetattr(0, TCSAFLUSH, &ordinaryMode)
}
