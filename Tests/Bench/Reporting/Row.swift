/// One line of the table: what was done, what it should cost, and what it cost each server.
struct Row {
  enum Unit: String {
    case milliseconds = "ms"
    case microseconds = "µs"
    case nanoseconds = "ns"
    case mebibytes = "MiB"
  }

  enum Figure {
    case measured(Sample)
    /// A program that is there but could not be measured; the reason is told below the table.
    case failed
    /// Nothing to compare: the row is about what only we do, or the program is not on the machine.
    case none
  }

  let work: String
  /// As the design says it; empty where it names none.
  let goal: String
  let unit: Unit
  var ours: Figure
  /// By name.
  var peers: [String: Figure] = [:]

  init(_ work: String, goal: String = "", _ unit: Unit, ours: Figure = .none) {
    self.work = work
    self.goal = goal
    self.unit = unit
    self.ours = ours
  }

  init(_ work: String, goal: String = "", _ unit: Unit, _ values: [Double]) {
    self.init(work, goal: goal, unit, ours: .measured(Sample(values)))
  }

  /// One value measured for one server.
  mutating func add(_ value: Double, for server: Server) {
    if server.isOurs { ours.add(value) } else { peers[server.name, default: .none].add(value) }
  }

  mutating func fail(_ server: Server) {
    if server.isOurs { ours = .failed } else { peers[server.name] = .failed }
  }
}

extension Row.Figure {
  var sample: Sample? { if case .measured(let sample) = self { sample } else { nil } }

  mutating func add(_ value: Double) {
    switch self {
    case .measured(var sample):
      sample.add(value)
      self = .measured(sample)
    case .failed: break
    case .none: self = .measured(Sample([value]))
    }
  }
}

/// 1,000,000 as people write it.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return text
}
