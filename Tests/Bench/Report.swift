import JSONText

/// All rows of a run, with what must be known to read them.
struct Report {
  let machine: String
  /// Year, month and day of the run, in the time of Greenwich.
  let date: String
  let seed: UInt64
  /// Names of the peers that are on the machine.
  let peers: [String]
  var rows: [Row] = []
  /// What has other columns than `rows`.
  var tables: [Table] = []
  /// What is missing, how to get it, what went wrong, and how things were measured.
  var notes: [String] = []

  /// What the program prints.
  func printed(as format: Options.Format) -> String {
    switch format {
    case .text: text
    case .markdown: markdown
    case .json: String(decoding: JSONWriter.bytes(of: json, indentation: 2), as: UTF8.self) + "\n"
    }
  }

  // MARK: The table

  private var heads: [String] { ["work", "goal", "least", "median", "p99"] + peers }

  private var cells: [[String]] {
    rows.map { row in
      [row.work, row.goal] + ours(of: row) + peers.map { peer(row.peers[$0] ?? .none, in: row) }
    }
  }

  /// The rows and all tables as Markdown, with machine and date; no path or name of the machine is in it.
  var markdown: String {
    var all = tables
    if !rows.isEmpty {
      var compared = Table("Beside other servers", heads)
      cells.forEach { compared.add($0) }
      all.insert(compared, at: 0)
    }
    return (["\(date): \(machine).\n"] + all.map(\.markdown) + notes.map { "- " + $0 }).joined(
      separator: "\n") + "\n"
  }

  var text: String {
    let (heads, cells) = (heads, cells)
    let widths = heads.indices.map { column in
      ([heads] + cells).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      cells.indices.map { column in
        let gap = String(repeating: " ", count: widths[column] - cells[column].count)
        return column < 2 ? cells[column] + gap : gap + cells[column]
      }.joined(separator: "  ")
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "──")
    let compared = cells.isEmpty ? [] : [line(heads), rule] + cells.map(line) + [""]
    return ([machine, ""] + compared + tables.map(\.markdown) + notes.map { "· " + $0 })
      .joined(separator: "\n") + "\n"
  }

  private func ours(of row: Row) -> [String] {
    switch row.ours {
    case .measured(let sample):
      [sample.least, sample.median, sample.p99].enumerated().map { index, value in
        // A value that was measured once has neither a least nor a worst.
        sample.values.count == 1 && index != 1 ? "" : "\(Self.figure(value)) \(row.unit.rawValue)"
      }
    case .failed: ["", "failed", ""]
    case .none: ["", "n/a", ""]
    }
  }

  /// A peer's median, and how many times ours it is.
  private func peer(_ figure: Row.Figure, in row: Row) -> String {
    switch figure {
    case .measured(let sample):
      let ratio = row.ours.sample.map { $0.median > 0 ? " (\(Self.figure(sample.median / $0.median))×)" : "" }
      return "\(Self.figure(sample.median)) \(row.unit.rawValue)\(ratio ?? "")"
    case .failed: return "failed"
    case .none: return ""
    }
  }

  /// Three digits that mean something.
  static func figure(_ value: Double) -> String {
    let places = abs(value) < 10 ? 2 : abs(value) < 100 ? 1 : 0
    let scale = places == 2 ? 100.0 : places == 1 ? 10.0 : 1.0
    let number = Int((abs(value) * scale).rounded())
    let whole = "\(value < 0 && number > 0 ? "-" : "")\(number / Int(scale))"
    guard places > 0 else { return whole }
    let part = String(number % Int(scale))
    return whole + "." + String(repeating: "0", count: places - part.count) + part
  }

  // MARK: JSON

  var json: JSONValue {
    [
      "machine": .string(machine), "date": .string(date), "seed": .integer(Int(clamping: seed)),
      "peers": .array(peers.map { .string($0) }), "rows": .array(rows.map(json(of:))),
      "tables": .array(tables.map(\.json)), "notes": .array(notes.map { .string($0) }),
    ]
  }

  private func json(of row: Row) -> JSONValue {
    var object = JSONObject()
    object["work"] = .string(row.work)
    object["goal"] = .string(row.goal)
    object["unit"] = .string(row.unit.rawValue)
    object["ours"] = json(of: row.ours)
    object["peers"] = .object(JSONObject(peers.map { ($0, json(of: row.peers[$0] ?? .none)) }))
    return .object(object)
  }

  private func json(of figure: Row.Figure) -> JSONValue {
    switch figure {
    case .measured(let sample):
      [
        "count": .integer(sample.values.count), "least": .double(sample.least),
        "median": .double(sample.median), "p99": .double(sample.p99),
      ]
    case .failed: "failed"
    case .none: nil
    }
  }
}

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

/// Figures of one kind, measured again and again.
struct Sample {
  private(set) var values: [Double] = []

  init() {}
  init(_ values: [Double]) { self.values = values }

  mutating func add(_ value: Double) { values.append(value) }

  var isEmpty: Bool { values.isEmpty }
  var least: Double { values.min() ?? 0 }
  var median: Double { quantile(0.5) }
  var worst: Double { values.max() ?? 0 }
  /// With fewer than a hundred values: the greatest.
  var p99: Double { quantile(0.99) }

  private func quantile(_ share: Double) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }
}

extension Duration {
  var microseconds: Double { self / .microseconds(1) }
  var milliseconds: Double { self / .milliseconds(1) }
}

/// Figures with columns of their own, printed as Markdown.
struct Table {
  let title: String
  let heads: [String]
  var rows: [[String]] = []

  init(_ title: String, _ heads: [String]) {
    self.title = title
    self.heads = heads
  }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The first column is aligned to the left, all others to the right.
  var markdown: String {
    let widths = heads.indices.map { column in
      ([heads] + rows).map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = heads.indices.map { column in
        let cell = column < cells.count ? cells[column] : ""
        let gap = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + gap : gap + cell
      }
      return "| " + padded.joined(separator: " | ") + " |\n"
    }
    let rule = heads.indices.map { column in
      column == 0
        ? String(repeating: "-", count: widths[0] + 2)
        : String(repeating: "-", count: widths[column] + 1) + ":"
    }
    return "**\(title)**\n\n" + line(heads) + "|" + rule.joined(separator: "|") + "|\n"
      + rows.map(line).joined()
  }

  var json: JSONValue {
    func strings(_ cells: [String]) -> JSONValue { .array(cells.map { .string($0) }) }
    return [
      "title": .string(title), "heads": strings(heads), "rows": .array(rows.map(strings)),
    ]
  }
}

/// A day of the Gregorian calendar.
struct CalendarDate: Hashable, CustomStringConvertible {
  let year: Int
  let month: Int
  let day: Int

  /// - Parameter days: since 1 January 1970, not before it.
  init(daysSince1970 days: Int) {
    // Years from March on end with the leap day; 400 of them have 146,097 days, and five months 153.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `2026-11-23`.
  var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day))"
  }
}
