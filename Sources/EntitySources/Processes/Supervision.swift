import Synchronization
import SystemCalls

/// Has programs started by a process in between, which outlives this one for as long as it takes to end them.
///
/// ```
///   server ══control══ supervisor ── program ── its children, those that left its session included
/// ```
///
/// A process that is killed can end nobody, and on its death the system tells its children nothing. So each program
/// has a parent of its own: this very program, started again with a hidden command. The control connection is all
/// that holds the two together. The system closes the server's end however the server goes, and whichever thread had
/// opened it; then, or when the server says so, the supervisor ends the program with all its descendants.
///
/// On Linux orphans become children of the supervisor, so none is lost. On macOS they do not: there the program's
/// process group is ended, and who descends from it by living parents.
public enum Supervision {
  /// The hidden command.
  public static let command = "supervise"

  private static let isAdopted = Mutex(false)

  /// From now on this process starts programs under a supervisor. To be called by a program that passes the
  /// arguments after ``command`` to ``run(_:)``; programs of one that does not are started directly, in a process
  /// group that is ended with them, and outlive it if it is killed.
  public static func adopt() { isAdopted.withLock { $0 = true } }

  /// What is started as the supervisor of the next program; nil for none.
  static var supervisor: String? {
    guard isAdopted.withLock({ $0 }) else { return nil }
    #if os(Linux)
    // Not its path: the file may have been replaced since, or be gone.
    return "/proc/self/exe"
    #else
    return Platform.executablePath()
    #endif
  }

  /// Milliseconds that a program is given to end by itself once it has been asked to.
  static let grace = 200

  /// The descriptor on which a supervisor hears.
  static let control: Int32 = 3

  /// What the server says: a byte each.
  enum Order: UInt8 {
    /// Ask the program to end, and end it after the grace.
    case ask = 0x61
    /// End it, and all that it has started, now.
    case end = 0x65
  }

  /// What the supervisor says: a byte for the kind and four for the number.
  enum Report: Hashable {
    /// The program runs, with this process number.
    case started(Int32)
    /// It could not be started.
    case failed(SystemError)
    /// It has ended, with this status as `waitpid` gives it. Its children may go on.
    case ended(Int32)

    static let size = 5

    var bytes: [UInt8] {
      let (kind, number): (UInt8, Int32) =
        switch self {
        case .started(let process): (1, process)
        case .failed(let error): (2, error.code)
        case .ended(let status): (3, status)
        }
      let bits = UInt32(bitPattern: number)
      return [kind] + (0..<4).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
    }

    init?(_ bytes: [UInt8]) {
      guard bytes.count == Self.size else { return nil }
      let bits = bytes.dropFirst().reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      switch bytes[0] {
      case 1: self = .started(Int32(bitPattern: bits))
      case 2: self = .failed(SystemError(code: Int32(bitPattern: bits)))
      case 3: self = .ended(Int32(bitPattern: bits))
      default: return nil
      }
    }

    /// Waits for the next report; nil where the supervisor is gone.
    static func next(from control: Int32) -> Report? {
      var bytes = [UInt8](repeating: 0, count: size)
      var count = 0
      while count < size {
        guard case .bytes(let more) = Platform.receive(control, into: &bytes, from: count) else { return nil }
        count += more
      }
      return Report(bytes)
    }
  }

  /// Is the supervisor of one program, until the program and its descendants are gone.
  ///
  /// - Parameter words: what follows ``command``: the program's file, then all its arguments.
  /// - Returns: the exit status; 2 where nobody is there to be a supervisor for.
  public static func run(_ words: [String]) -> Int32 {
    guard let file = words.first, words.count > 1, Platform.isConnection(control) else { return 2 }
    Platform.keepToThisProcess(control)
    Platform.ignoreRequestsToEnd()
    Platform.adoptOrphans()
    guard var supervisor = Supervisor(file, Array(words.dropFirst()), control: control) else { return 0 }
    Platform.leaveStandardStreams()
    supervisor.run()
    return 0
  }
}
