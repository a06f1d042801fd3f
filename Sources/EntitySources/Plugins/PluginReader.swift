/// Makes events of what a plug-in's program prints.
struct PluginReader {
  private let policy: PluginProcess.Policy
  private var lines: LineSplitter
  private var errorLines: ErrorLines
  /// When the second began that lines are counted in.
  private var began: Int?
  private var count = 0
  private var dropped = 0

  init(policy: PluginProcess.Policy) {
    self.policy = policy
    lines = LineSplitter(limit: policy.lineLimit)
    errorLines = ErrorLines(perSecond: policy.errorLinesPerSecond)
  }

  mutating func output(_ bytes: [UInt8], at now: Int, _ hear: (PluginEvent) -> Void) {
    if began.map({ now - $0 >= 1000 }) ?? true { (began, count) = (now, 0) }
    let limit = policy.linesPerSecond
    var (taken, seen) = ([[UInt8]](), count)
    lines.take(bytes) { line in
      guard line.contains(where: { $0 > 0x20 }) else { return }
      seen += 1
      if seen <= limit { taken.append(Array(line)) }
    }
    // Once in a second.
    var floods = count <= limit && seen > limit
    count = seen
    if lines.dropped > dropped {
      dropped = lines.dropped
      floods = true
    }
    if !taken.isEmpty { hear(.lines(taken)) }
    if floods { hear(.flooded) }
  }

  /// The program has ended: its last line may lack its end.
  mutating func finish(_ hear: (PluginEvent) -> Void) {
    var last: [UInt8] = []
    lines.finish { last = Array($0) }
    if last.contains(where: { $0 > 0x20 }), count < policy.linesPerSecond { hear(.lines([last])) }
    errorLines.finish { hear(.log($0)) }
  }

  mutating func errors(_ bytes: [UInt8], at now: Int, _ hear: (PluginEvent) -> Void) {
    errorLines.take(bytes, at: now) { hear(.log($0)) }
  }

  mutating func tellMore(at now: Int, _ hear: (PluginEvent) -> Void) -> Int? {
    errorLines.tellMore(at: now) { hear(.log($0)) }
  }
}
