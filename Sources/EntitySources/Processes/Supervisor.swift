import SystemCalls

/// The one program that a supervising process has started, seen from that process.
///
/// Only the thread that runs this waits for children, so the numbers of those that have ended stay theirs until it
/// has dealt with them.
struct Supervisor {
  /// Milliseconds between two attempts to kill what is left, at first and at most.
  private static let pauses = 10...1000

  private let control: Int32
  private let program: Int32
  /// A byte for each time that a child has ended; its end once there are no children.
  private let deaths: Int32
  /// A byte for each of them that has been dealt with.
  private let dealtWith: Int32
  private var isProgramAlive = true
  private var isServerThere = true
  private var isEnding = false
  /// When to go on with ending, in milliseconds on the clock of `Platform`.
  private var due: Int?
  private var pause = pauses.lowerBound

  /// Starts the program with this process's first three descriptors. Nil where that is not possible, which has been
  /// reported then, or where nobody is there any more to report to.
  init?(_ file: String, _ arguments: [String], control: Int32) {
    guard !Platform.isReadable(control, within: 0) else { return nil }
    self.control = control
    do throws(SystemError) {
      let deaths = try Platform.makePipe()
      let dealtWith = try Platform.makePipe()
      program = try Platform.spawn(
        file, arguments, directory: nil, environment: Platform.environmentEntries(), descriptors: [0, 1, 2])
      self.deaths = deaths.reading
      self.dealtWith = dealtWith.writing
      let isWatched = Platform.startThread {
        var byte: [UInt8] = [0]
        while Platform.awaitChild() {
          _ = Platform.send(deaths.writing, [1])
          guard case .bytes = Platform.receive(dealtWith.reading, into: &byte) else { break }
        }
        Platform.closeDescriptor(deaths.writing)
      }
      if !isWatched { Platform.closeDescriptor(deaths.writing) }
    } catch {
      _ = Platform.send(control, Supervision.Report.failed(error).bytes)
      return nil
    }
    report(.started(program))
  }

  private func report(_ report: Supervision.Report) { _ = Platform.send(control, report.bytes) }

  /// Returns when the program and all its descendants are gone.
  mutating func run() {
    var isAnybodyLeft = true
    while isAnybodyLeft {
      var interests = [
        Platform.Interest(descriptor: deaths), Platform.Interest(descriptor: isServerThere ? control : -1),
      ]
      Platform.wait(for: &interests, milliseconds: due.map { max(0, $0 - Platform.milliseconds()) })
      if interests[0].isReady { isAnybodyLeft = hearOfDeath() }
      if interests[1].isReady { hear() }
      if let due, due <= Platform.milliseconds() { endAll() }
    }
    // Without a thread to watch with, there is no program either.
    if isProgramAlive { Platform.killGroup(program) }
  }

  /// False once there are no children, and so no descendants.
  private mutating func hearOfDeath() -> Bool {
    var byte: [UInt8] = [0]
    guard case .bytes = Platform.receive(deaths, into: &byte) else { return false }
    while let (process, status) = Platform.reapChild() {
      guard process == program else { continue }
      isProgramAlive = false
      report(.ended(status))
    }
    _ = Platform.send(dealtWith, [1])
    // Its children are ours now.
    if isEnding { due = Platform.milliseconds() }
    return true
  }

  private mutating func hear() {
    var orders = [UInt8](repeating: 0, count: 16)
    guard case .bytes(let count) = Platform.receive(control, into: &orders) else {
      // The server is gone, with or without a word.
      isServerThere = false
      ask()
      return
    }
    for order in orders[..<count].compactMap(Supervision.Order.init) {
      switch order {
      case .ask: ask()
      case .end: due = Platform.milliseconds()
      }
    }
  }

  private mutating func ask() {
    guard due == nil else { return }
    if isProgramAlive { Platform.killGroup(program, politely: true) }
    due = Platform.milliseconds() + Supervision.grace
  }

  /// Kills whoever is there. Those whose parents are killed become our children, and are killed the next time.
  private mutating func endAll() {
    if isProgramAlive { Platform.killGroup(program) }
    Platform.killChildren()
    due = Platform.milliseconds() + pause
    if isEnding { pause = min(pause * 2, Self.pauses.upperBound) }
    isEnding = true
  }
}
