import Entities
import JSONText

/// Collects the authors and co-authors of commits, and groups them into people (see `GitIdentities`).
struct GitPeople {
  /// Indices by `name NUL email`, as printed by Git.
  private var places: [ArraySlice<UInt8>: Int] = [:]
  private var identities: [GitIdentity] = []

  var isEmpty: Bool { identities.isEmpty }

  mutating func add(key: ArraySlice<UInt8>, _ activity: GitActivity) {
    identities[place(of: key)].activity.merge(activity)
  }

  private mutating func place(of key: ArraySlice<UInt8>) -> Int {
    if let place = places[key] { return place }
    // Copied, because the slice would keep a whole piece of output alive.
    let own = Array(key)
    places[own[...]] = identities.count
    identities.append(GitIdentity(own))
    return identities.count - 1
  }

  /// The people in the source's own order: by weight, number of commits, time of the latest commit, and name; bots come
  /// last.
  func records() -> [EntityRecord] {
    // Sorted, so that the result does not depend on the order in which the identities were found.
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
      // Two people may have the same handle, such as `dev`. With equal ids, they would be merged.
      if let handle = person.handles.first, !handles.insert(handle.lowercased()).inserted {
        record.id = person.emails.first ?? person.name
      }
      return record
    }
  }
}

/// One author or co-author as named in commits.
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

/// A person with all names, handles and addresses used in commits.
struct GitPerson {
  /// The full name, or the handle if there is no full name.
  let name: String
  /// The other names, without duplicates after folding.
  private(set) var otherNames: [String] = []
  /// The handles, newest first.
  private(set) var handles: [String] = []
  /// The addresses, the preferred one first.
  private(set) var emails: [String] = []
  private(set) var activity = GitActivity()
  let weight: Double
  /// The time of the newest commit in the history, in seconds since 1970.
  private let newest: Int
  let isBot: Bool
  /// An invisible character in a name, handle or address of the person.
  private let hidden: Unicode.Scalar?

  /// Nil if no identity has a name.
  init?(_ identities: [GitIdentity], newest: Int) {
    for identity in identities { activity.merge(identity.activity) }
    weight = activity.weight(newest: newest)
    self.newest = newest
    // The NUL between name and address is not part of either.
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
    // Addresses that differ only in case are the same.
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

  /// The total activity for each text.
  private static func tally(_ texts: some Sequence<(String, GitActivity)>) -> [Tally] {
    var activities: [String: GitActivity] = [:]
    for (text, activity) in texts { activities[text, default: GitActivity()].merge(activity) }
    return activities.map { ($0.key, $0.value) }
  }

  private static func isNewer(_ a: Tally, _ b: Tally) -> Bool {
    a.activity.latest != b.activity.latest
      ? a.activity.latest > b.activity.latest : a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  /// Whether a name is a full name: it contains a space or non-ASCII letters. A handle is a single ASCII word.
  static func isFullName(_ name: String) -> Bool {
    !name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x80 }
  }
}

/// The rank of an e-mail address for display, best first.
private enum MailRank: Int {
  case reachable, noReply, nowhere

  init(_ email: String) {
    if NoReplyAddress.isNoReply(email) {
      self = .noReply
    } else {
      self = Self.isReachable(email) ? .reachable : .nowhere
    }
  }

  /// Whether mail can probably be delivered: the domain contains a dot and is not local to a machine or network.
  private static func isReachable(_ email: String) -> Bool {
    let parts = email.lowercased().utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return false }
    let domain = String(Substring(parts[1]))
    let labels = domain.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if labels.count < 2 || labels.contains(where: \.isEmpty) { return false }
    return ![".local", ".localhost", ".localdomain"].contains { domain.hasSuffix($0) }
  }
}

/// Addresses that hosting services assign to users who hide their own.
enum NoReplyAddress {
  /// The handle in a noreply address: `ada` in `ada@users.noreply.github.com`, `12345+ada@users.noreply.github.com` and
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

  /// Whether mail to the address is not read: a hosting service's noreply address, or `noreply@…`, `no-reply@…` of any
  /// domain.
  fileprivate static func isNoReply(_ email: String) -> Bool {
    let small = email.lowercased()
    return small.holds("@users.noreply.") || small.holds("@noreply.") || small.hasPrefix("noreply@")
      || small.hasPrefix("no-reply@")
  }
}

/// Groups the identities of a history into people (Behaviour, section 4):
///
/// 1. identities that share a folded name, an e-mail address, or the handle of a hosting service's noreply address are
/// one person;
/// 2. a remaining identity whose handle equals a handle, or the local part of an address, of exactly one other person
/// belongs to that person (`archseer@users.noreply.github.com` with `archseer@example.org`, or with an author
/// `archseer`), and so on until nothing changes.
///
/// Each step depends only on the result of the previous one, so the order of the identities does not matter.
private enum GitIdentities {
  /// Handles that are too common to identify a person.
  static let commonHandles: Set<String> = [
    "me", "mail", "git", "github", "info", "dev", "hello", "contact", "admin", "root",
  ]

  /// The identities of each person; both the groups and their members keep the given order.
  static func people(_ identities: [GitIdentity]) -> [[GitIdentity]] {
    var sets = DisjointSets(count: identities.count)
    var first: [[UInt8]: Int] = [:]
    var handles: [(handle: String, identity: Int)] = []
    /// The indices of identities, by their name if it is a handle, and by the local part of their address.
    var holders: [String: [Int]] = [:]
    for (index, identity) in identities.enumerated() {
      var marks: [[UInt8]] = []
      let name = NameFolding.fold(identity.name)
      if !name.isEmpty { marks.append([0] + name) }
      if !GitPerson.isFullName(identity.name) {
        holders[identity.name.lowercased(), default: []].append(index)
      }
      let email = identity.email.lowercased()
      if let handle = NoReplyAddress.handle(in: email) {
        marks.append([1] + email.utf8)
        if !commonHandles.contains(handle) {
          marks.append([2] + handle.utf8)
          handles.append((handle, index))
        }
      } else if let at = email.utf8.firstIndex(of: UInt8(ascii: "@")) {
        marks.append([1] + email.utf8)
        holders[String(email[..<at]), default: []].append(index)
      }
      for mark in marks {
        if let other = first[mark] { sets.join(index, other) } else { first[mark] = index }
      }
    }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      let pairs = handles.compactMap { handle, identity -> (Int, Int)? in
        let own = sets.root(identity)
        var other: Int?
        for holder in holders[handle] ?? [] {
          let root = sets.root(holder)
          if root == own || root == other { continue }
          if other != nil { return nil }
          other = root
        }
        return other.map { (own, $0) }
      }
      for (own, other) in pairs where sets.join(own, other) { hasChanged = true }
    }
    var groups: [[GitIdentity]] = []
    var groupOf: [Int: Int] = [:]
    for (index, identity) in identities.enumerated() {
      let root = sets.root(index)
      if let group = groupOf[root] {
        groups[group].append(identity)
      } else {
        groupOf[root] = groups.count
        groups.append([identity])
      }
    }
    return groups
  }
}

/// Union–find over indices.
private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  /// The representative of the set that contains an index.
  mutating func root(_ number: Int) -> Int {
    var at = number
    while parents[at] != at {
      parents[at] = parents[parents[at]]
      at = parents[at]
    }
    return at
  }

  /// Joins two sets; returns false if they are already the same set.
  @discardableResult
  mutating func join(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (root(a), root(b))
    if first == second { return false }
    parents[max(first, second)] = min(first, second)
    return true
  }
}
