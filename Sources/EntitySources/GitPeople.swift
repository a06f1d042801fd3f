import Entities
import JSONText

/// Gathers who committed what, and makes people of it (`GitIdentities` says who is one).
struct GitPeople {
  /// By `name NUL email`, as git gives them.
  private var places: [ArraySlice<UInt8>: Int] = [:]
  private var identities: [GitIdentity] = []

  var isEmpty: Bool { identities.isEmpty }

  mutating func add(key: ArraySlice<UInt8>, _ activity: GitActivity) {
    identities[place(of: key)].activity.merge(activity)
  }

  private mutating func place(of key: ArraySlice<UInt8>) -> Int {
    if let place = places[key] { return place }
    // A copy of its own: the slice would keep a whole piece of output alive.
    let own = Array(key)
    places[own[...]] = identities.count
    identities.append(GitIdentity(own))
    return identities.count - 1
  }

  /// The people in the source's own order: who did most, then who did so last, then by name; programs behind.
  func records() -> [EntityRecord] {
    // The same in whatever order they were met.
    let identities = identities.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    let newest = identities.map(\.activity.latest).max() ?? 0
    let people = GitIdentities.people(identities).compactMap { GitPerson($0, newest: newest) }
    var handles: Set<String> = []
    return people.sorted { a, b in
      if a.isBot != b.isBot { return b.isBot }
      if a.weight != b.weight { return a.weight > b.weight }
      if a.activity.commits != b.activity.commits { return a.activity.commits > b.activity.commits }
      if a.activity.latest != b.activity.latest { return a.activity.latest > b.activity.latest }
      if a.name != b.name { return a.name.utf8.lexicographicallyPrecedes(b.name.utf8) }
      return (a.emails.first ?? "").utf8.lexicographicallyPrecedes((b.emails.first ?? "").utf8)
    }.map { person in
      var record = person.record
      // Two people of one handle are rare (`dev`); their ids would make them one.
      if let handle = person.handles.first, !handles.insert(handle.lowercased()).inserted {
        record.id = person.emails.first ?? person.name
      }
      return record
    }
  }
}

/// One author or co-author as commits name them.
struct GitIdentity {
  /// `name NUL email`.
  let key: [UInt8]
  /// May be empty.
  let name: String
  /// May be empty.
  let email: String
  var activity = GitActivity()

  init(_ key: [UInt8]) {
    self.key = key
    let parts = key.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    email = EntityRecord.cleaned(String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)) ?? ""
    name =
      EntityRecord.cleaned(String(decoding: parts[0], as: UTF8.self))
      ?? String(Substring(email.utf8.prefix { $0 != UInt8(ascii: "@") }))
  }
}

/// Somebody with all names, handles and addresses they committed under.
struct GitPerson {
  /// Who did not say more than a handle is shown by it.
  let name: String
  /// The other names, each folded name once.
  private(set) var otherNames: [String] = []
  /// The newest first.
  private(set) var handles: [String] = []
  /// The one to write to first.
  private(set) var emails: [String] = []
  private(set) var activity = GitActivity()
  let weight: Double
  /// Of the newest commit of the history, seconds since 1970.
  private let newest: Int
  let isBot: Bool
  /// A character in what they committed under that nobody would see.
  private let hidden: Unicode.Scalar?

  /// Nil where no identity has a name.
  init?(_ identities: [GitIdentity], newest: Int) {
    for identity in identities { activity.merge(identity.activity) }
    weight = activity.weight(newest: newest)
    self.newest = newest
    // The byte that divides name and address is none of theirs.
    hidden =
      identities.lazy.flatMap { $0.key.split(separator: 0) }
      .compactMap { ShownText.firstHidden(in: String(decoding: $0, as: UTF8.self))?.scalar }.first
    let names = Self.tally(identities.lazy.filter { !$0.name.isEmpty }.map { ($0.name, $0.activity) })
      .sorted { a, b in
        let (isFull, isOtherFull) = (Self.isFullName(a.text), Self.isFullName(b.text))
        if isFull != isOtherFull { return isFull }
        if a.activity.commits != b.activity.commits { return a.activity.commits > b.activity.commits }
        return Self.isNewer(a, b)
      }
    guard let shown = names.first else { return nil }
    name = shown.text
    var folded: Set<[UInt8]> = [NameFolding.fold(name)]
    for other in names where folded.insert(NameFolding.fold(other.text)).inserted {
      otherNames.append(other.text)
    }
    let mails = Self.tally(identities.lazy.filter { !$0.email.isEmpty }.map { ($0.email, $0.activity) })
      .sorted { a, b in
        let (rank, otherRank) = (MailRank(a.text), MailRank(b.text))
        if rank != otherRank { return rank.rawValue < otherRank.rawValue }
        let (when, otherWhen) = (a.activity.latestAuthored, b.activity.latestAuthored)
        return when != otherWhen ? when > otherWhen : Self.isNewer(a, b)
      }
    // One address, however its letters are written.
    var seen: Set<String> = []
    emails = mails.map(\.text).filter { seen.insert($0.lowercased()).inserted }
    let own = mails.sorted { a, b in
      let (when, otherWhen) = (a.activity.latestAuthored, b.activity.latestAuthored)
      return when != otherWhen ? when > otherWhen : Self.isNewer(a, b)
    }
    handles = own.compactMap { NoReplyAddress.handle(in: $0.text) }
      .filter { seen.insert("@" + $0.lowercased()).inserted }
    isBot = name.hasSuffix("[bot]") || emails.first?.holds("[bot]@") == true
  }

  var record: EntityRecord {
    var record = EntityRecord()
    record.name = name
    record.foundHidden = hidden
    record.handle = handles.first
    record.email = emails.first
    record.aliases = otherNames + handles.dropFirst().map { "@" + $0 } + emails.dropFirst()
    if isBot { record.kind = "bot" } else { record.weight = weight }
    let last = GitDay(activity.latest)
    let inactive = last.months(until: GitDay(newest))
    record.metadata = JSONObject(
      [("commits", .integer(activity.commits)), ("lastCommit", .string(last.description))]
        + (inactive > 0 ? [("inactiveMonths", .integer(inactive))] : []))
    return record
  }

  private typealias Tally = (text: String, activity: GitActivity)

  /// What was done under each text, however often it occurs.
  private static func tally(_ texts: some Sequence<(String, GitActivity)>) -> [Tally] {
    var activities: [String: GitActivity] = [:]
    for (text, activity) in texts { activities[text, default: GitActivity()].merge(activity) }
    return activities.map { ($0.key, $0.value) }
  }

  private static func isNewer(_ a: Tally, _ b: Tally) -> Bool {
    a.activity.latest != b.activity.latest
      ? a.activity.latest > b.activity.latest : a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  /// A handle is one word of ASCII; what has a space, or letters of other scripts, is a name.
  static func isFullName(_ name: String) -> Bool {
    !name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x80 }
  }
}

/// Which of somebody's addresses is shown, best first.
private enum MailRank: Int {
  case reachable, noReply, nowhere

  init(_ email: String) {
    if NoReplyAddress.isNoReply(email) {
      self = .noReply
    } else {
      self = Self.isReachable(email) ? .reachable : .nowhere
    }
  }

  /// Whether a letter could arrive: at a domain with a dot that is not only this machine's or this network's.
  private static func isReachable(_ email: String) -> Bool {
    let parts = email.lowercased().utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return false }
    let domain = String(Substring(parts[1]))
    let labels = domain.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if labels.count < 2 || labels.contains(where: \.isEmpty) { return false }
    return ![".local", ".localhost", ".localdomain"].contains { domain.hasSuffix($0) }
  }
}

/// The addresses that hosts give to those who keep theirs to themselves.
enum NoReplyAddress {
  /// `ada` of `ada@users.noreply.github.com`, `12345+ada@users.noreply.github.com`,
  /// `12345-ada@users.noreply.gitlab.com`; nil for other addresses.
  static func handle(in email: String) -> String? {
    let parts = email.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, let host = parts.last.map({ String(Substring($0)).lowercased() }),
      host.hasPrefix("users.noreply.")
    else { return nil }
    let local = parts[0]
    let rest = local.drop { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    let isNumbered =
      rest.startIndex != local.startIndex
      && (rest.first == UInt8(ascii: "+") || (rest.first == UInt8(ascii: "-") && host.holds("gitlab")))
    let handle = isNumbered ? rest.dropFirst() : local
    return handle.isEmpty ? nil : String(Substring(handle))
  }

  /// Whether no letter is read there: a host's own, and `noreply@…`, `no-reply@…` of any domain.
  static func isNoReply(_ email: String) -> Bool {
    let small = email.lowercased()
    return small.holds("@users.noreply.") || small.holds("@noreply.") || small.hasPrefix("noreply@")
      || small.hasPrefix("no-reply@")
  }
}
