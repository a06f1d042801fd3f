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
