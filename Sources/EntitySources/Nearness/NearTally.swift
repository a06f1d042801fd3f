/// Gathers who is near, from several kinds of evidence.
struct NearTally {
  /// Somebody as git or CODEOWNERS names them.
  struct Identity: Hashable {
    var name: [UInt8] = []
    var email: [UInt8] = []
    var handle = ""
  }

  private struct Entry {
    var identity: Identity
    var score = 0.0
    /// How much of it is for owning the document.
    var ownership = 0.0
    /// What speaks for them, each with how often.
    var evidence: [(kind: Evidence, count: Int)] = []
  }

  enum Evidence: CaseIterable {
    case wroteLines, touchedFiles, namedWithFiles, namedByOneself, namedLately, owns

    func text(_ count: Int) -> String {
      let commits = count == 1 ? "1 commit" : "\(count) commits"
      return switch self {
      case .wroteLines: count == 1 ? "wrote 1 line here" : "wrote \(count) lines here"
      case .touchedFiles: "\(commits) of these files"
      case .namedWithFiles: "named in \(commits) of these files"
      case .namedByOneself: "named in \(commits) of yours"
      case .namedLately: "named in \(commits) lately"
      case .owns: "owner"
      }
    }
  }

  /// Different people beyond this are not counted: whatever git prints, memory is bounded.
  private static let mostEntries = 4096
  private var entries: [Entry] = []
  private var places: [Identity: Int] = [:]

  /// Adds one piece of evidence.
  mutating func add(_ identity: Identity, _ kind: Evidence, _ score: Double, count: Int = 1) {
    // Addresses differ in case as people type them.
    var key = identity
    key.email = identity.email.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    if !key.email.isEmpty { key.name = [] }
    let place: Int
    if let known = places[key] {
      place = known
    } else {
      if entries.count == Self.mostEntries { return }
      place = entries.count
      places[key] = place
      entries.append(Entry(identity: identity))
    }
    entries[place].score += score
    if kind == .owns { entries[place].ownership += score }
    if let at = entries[place].evidence.firstIndex(where: { $0.kind == kind }) {
      entries[place].evidence[at].count += count
    } else {
      entries[place].evidence.append((kind, count))
    }
  }

  /// The nearest first, who is alike by name.
  func people() -> [NearPeople.Person] {
    let order = entries.indices.sorted { a, b in
      entries[a].score != entries[b].score ? entries[a].score > entries[b].score : a < b
    }
    return order.prefix(NearPeople.mostPeople).map { index in
      let entry = entries[index]
      let reasons = Evidence.allCases.compactMap { kind in
        entry.evidence.first { $0.kind == kind }.map { kind.text($0.count) }
      }
      return NearPeople.Person(
        name: EntityRecord.cleaned(String(decoding: entry.identity.name, as: UTF8.self)) ?? "",
        email: EntityRecord.cleaned(String(decoding: entry.identity.email, as: UTF8.self)) ?? "",
        handle: entry.identity.handle, points: Self.points(entry.score),
        ownership: entry.ownership > 0 ? Self.points(entry.ownership) : 0, reasons: reasons)
    }
  }

  private static func points(_ score: Double) -> Int { max(1, Int((score * 100).rounded())) }
}
