import Entities
import EntitySources

/// What programs print, divided by lines of `---`: a provider's output, what `git log` prints with a tab for each NUL,
/// and a mailmap.
enum ProgramsFuzzing {
  static func run(_ input: [UInt8]) throws(FuzzError) {
    let parts = FuzzInput.parts(input, atMost: 3)
    try checkProvider(parts[0])
    let log = (parts.count > 1 ? parts[1] : []).map { $0 == UInt8(ascii: "\t") ? 0 : $0 }
    try checkHistory(log, parts.count > 2 ? parts[2] : [])
  }

  /// Where an output is cut in two: nowhere, and at a few places that depend on its length.
  private static func cuts(_ bytes: [UInt8]) -> [Int] {
    [0, 1, bytes.count / 3, bytes.count / 2, max(0, bytes.count - 1)].filter { $0 <= bytes.count }
  }

  // MARK: Providers

  private struct Heard: Equatable {
    var answers: [Int: [String]] = [:]
    var finished: Set<Int> = []
    var problems = 0
    var lines = 0
  }

  /// However it is cut, the same is heard, and never more than somebody can read.
  private static func checkProvider(_ output: [UInt8]) throws(FuzzError) {
    let whole = try hear(output, cutAt: 0)
    for cut in cuts(output) {
      let other = try hear(output, cutAt: cut)
      try require(other == whole, "cut at \(cut) it says \(other), whole \(whole)")
    }
  }

  private static func hear(_ output: [UInt8], cutAt cut: Int) throws(FuzzError) -> Heard {
    var reader = ProviderReader(
      name: PeopleFuzzing.source, policy: .init(lineLimit: 2000, errorLinesPerSecond: 5))
    var events: [ProviderEvent] = []
    for piece in [output[..<cut], output[cut...]] {
      reader.output(Array(piece)) { events.append($0) }
      // The same bytes as a program's complaints, all within one second.
      reader.errors(Array(piece), at: 0) { events.append($0) }
    }
    reader.finish { events.append($0) }
    var heard = Heard()
    for event in events {
      switch event {
      case .batch(let batch):
        try require(batch.isComplete || !batch.entities.isEmpty, "a batch with nothing in it goes on")
        for entity in batch.entities { try PeopleFuzzing.check(entity) }
        heard.answers[batch.query, default: []] += batch.entities.map(\.name)
        if batch.isComplete { heard.finished.insert(batch.query) }
      case .problem(let problem):
        try require(!problem.message.isEmpty, "a problem without words")
        heard.problems += 1
      case .log: heard.lines += 1
      case .started, .timedOut, .died: throw FuzzError("\(event) was read")
      }
    }
    try require(heard.problems <= ProviderReader.mostComplaints, "\(heard.problems) problems")
    try require(heard.lines <= 6, "\(heard.lines) lines of complaints in a second")
    return heard
  }

  // MARK: Git

  private static func checkHistory(_ log: [UInt8], _ lines: [UInt8]) throws(FuzzError) {
    let mailmap = Mailmap(lines)
    let plain = PlainMailmap(lines)
    for line in FuzzInput.lines(log) {
      let fields = line.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
      guard fields.count >= 3 else { continue }
      let found = mailmap.identity(name: fields[1], email: fields[2])
      let expected = plain.identity(name: fields[1], email: fields[2])
      try require(
        found == expected,
        "\(FuzzInput.text(fields[1])) is \(FuzzInput.text(found.name)), one by one \(FuzzInput.text(expected.name))"
      )
    }
    let whole = try records(log, cutAt: 0, mailmap)
    for cut in cuts(log) {
      let other = try records(log, cutAt: cut, mailmap)
      try require(other == whole, "cut at \(cut) there are \(other), whole \(whole)")
    }
  }

  private static func records(
    _ log: [UInt8], cutAt cut: Int, _ mailmap: Mailmap
  ) throws(FuzzError) -> [String] {
    var history = GitHistory()
    history.take(Array(log[..<cut]))
    history.take(Array(log[cut...]))
    history.finish()
    var found: [String] = []
    for record in history.records(under: mailmap) {
      guard let entity = record.entity(source: PeopleFuzzing.source) else { continue }
      try PeopleFuzzing.check(entity)
      found.append("\(entity.name) <\(entity.email ?? "")>")
    }
    return found
  }
}

/// A mailmap as gitmailmap(5) has it, looked through line by line each time.
private struct PlainMailmap {
  private struct Line {
    var newName: [UInt8]?
    var newEmail: [UInt8]?
    var oldName: [UInt8]?
    var oldEmail: [UInt8]
  }

  private var lines: [Line] = []

  init(_ bytes: [UInt8]) {
    for whole in FuzzInput.lines(bytes) where whole.first != UInt8(ascii: "#") {
      var rest = Array(whole.prefix { $0 != 0 })
      var contacts: [(name: [UInt8]?, email: [UInt8])] = []
      while contacts.count < 2, let contact = Self.takeContact(&rest) { contacts.append(contact) }
      guard let first = contacts.first, !first.email.isEmpty else { continue }
      lines.append(
        contacts.count == 1
          ? Line(newName: first.name, newEmail: nil, oldName: nil, oldEmail: first.email)
          : Line(
            newName: first.name, newEmail: first.email, oldName: contacts[1].name, oldEmail: contacts[1].email
          ))
    }
  }

  private static func takeContact(_ rest: inout [UInt8]) -> (name: [UInt8]?, email: [UInt8])? {
    guard let left = rest.firstIndex(of: UInt8(ascii: "<")),
      let right = rest[(left + 1)...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    defer { rest.removeSubrange(...right) }
    let name = FuzzInput.text(rest[..<left])
    let trimmed = name.utf8.split(omittingEmptySubsequences: true) { [32, 9, 13].contains($0) }
    let bare = rest[..<left].drop { [32, 9, 13].contains($0) }.reversed().drop { [32, 9, 13].contains($0) }
    return (trimmed.isEmpty ? nil : Array(bare.reversed()), Array(rest[(left + 1)..<right]))
  }

  func identity(name: [UInt8], email: [UInt8]) -> (name: [UInt8], email: [UInt8]) {
    func same(_ a: [UInt8], _ b: [UInt8]) -> Bool {
      a.count == b.count && zip(a, b).allSatisfy { Self.lowered($0) == Self.lowered($1) }
    }
    let mine = lines.filter { same($0.oldEmail, email) }
    if let line = mine.last(where: { $0.oldName.map { same($0, name) } ?? false }) {
      return (line.newName ?? name, line.newEmail ?? email)
    }
    let simple = mine.filter { $0.oldName == nil }
    return (
      simple.last { $0.newName != nil }?.newName ?? name,
      simple.last { $0.newEmail != nil }?.newEmail ?? email
    )
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
