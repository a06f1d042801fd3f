import Entities
import JSONText

/// Gathers who committed what, and makes people of it: whoever shares a folded name or an e-mail address is one.
struct GitPeople {
  struct Activity: Hashable {
    var commits = 0
    /// Seconds since 1970.
    var latest = Int.min
    /// Commit times by the day, kept while counting so that the last year can be told at the end.
    var days: [Int: Int] = [:]

    mutating func add(_ when: Int) {
      commits += 1
      latest = max(latest, when)
      days[when / Self.bucket, default: 0] += 1
    }

    mutating func merge(_ other: Activity) {
      commits += other.commits
      latest = max(latest, other.latest)
      days.merge(other.days, uniquingKeysWith: +)
    }

    /// A month of thirty days.
    static let bucket = 86_400 * 30

    func commits(since when: Int) -> Int {
      days.reduce(0) { $1.key > when / Self.bucket ? $0 + $1.value : $0 }
    }
  }

  /// By `name NUL email`, as git gives them.
  private var identities: [ArraySlice<UInt8>: Int] = [:]
  private var keys: [[UInt8]] = []
  private var activities: [Activity] = []

  var isEmpty: Bool { keys.isEmpty }

  mutating func add(key: ArraySlice<UInt8>, when: Int) {
    activities[place(of: key)].add(when)
  }

  mutating func add(key: ArraySlice<UInt8>, _ activity: Activity) {
    activities[place(of: key)].merge(activity)
  }

  private mutating func place(of key: ArraySlice<UInt8>) -> Int {
    if let place = identities[key] { return place }
    // A copy of its own: the slice would keep a whole piece of output alive.
    let own = Array(key)
    identities[own[...]] = keys.count
    keys.append(own)
    activities.append(Activity())
    return keys.count - 1
  }

  /// The people in the source's own order.
  func records() -> [EntityRecord] {
    let people = merged()
    let newest = activities.map(\.latest).max() ?? 0
    let yearAgo = newest - 365 * 86_400
    let ranked = people.map { person in (person: person, recent: person.activity.commits(since: yearAgo)) }
    return ranked.sorted { a, b in
      if a.person.isBot != b.person.isBot { return b.person.isBot }
      if a.recent != b.recent { return a.recent > b.recent }
      if a.person.activity.commits != b.person.activity.commits {
        return a.person.activity.commits > b.person.activity.commits
      }
      if a.person.activity.latest != b.person.activity.latest {
        return a.person.activity.latest > b.person.activity.latest
      }
      return a.person.name.utf8.lexicographicallyPrecedes(b.person.name.utf8)
    }.map { $0.person.record }
  }

  private struct Person {
    var name = ""
    var otherNames: [String] = []
    var email: String?
    var handle: String?
    var activity = Activity()
    var isBot = false

    var record: EntityRecord {
      var record = EntityRecord()
      record.name = name
      record.aliases = otherNames
      record.email = email
      record.handle = handle
      if isBot { record.kind = "bot" }
      record.metadata = JSONObject([("commits", .integer(activity.commits))])
      return record
    }
  }

  private func merged() -> [Person] {
    var parent = Array(keys.indices)
    func root(_ index: Int) -> Int {
      var at = index
      while parent[at] != at {
        parent[at] = parent[parent[at]]
        at = parent[at]
      }
      return at
    }
    var seen: [[UInt8]: Int] = [:]
    var names: [String] = []
    var emails: [String] = []
    for (index, key) in keys.enumerated() {
      let parts = key.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      let email = EntityRecord.cleaned(String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)) ?? ""
      let name =
        EntityRecord.cleaned(String(decoding: parts[0], as: UTF8.self))
        ?? String(Substring(email.utf8.prefix { $0 != UInt8(ascii: "@") }))
      names.append(name)
      emails.append(email)
      var marks = [[0] + Self.folded(name)]
      if email.utf8.contains(UInt8(ascii: "@")) { marks.append([1] + Array(email.lowercased().utf8)) }
      for mark in marks {
        if let other = seen[mark] { parent[root(index)] = root(other) } else { seen[mark] = index }
      }
    }
    var groups: [Int: [Int]] = [:]
    for index in keys.indices { groups[root(index), default: []].append(index) }
    return groups.values.compactMap { members in person(members, names, emails) }
  }

  /// The name and address used last stand for a person; names that differ are aliases.
  private func person(_ members: [Int], _ names: [String], _ emails: [String]) -> Person? {
    let ordered = members.sorted {
      activities[$0].latest != activities[$1].latest
        ? activities[$0].latest > activities[$1].latest
        : keys[$0].lexicographicallyPrecedes(keys[$1])
    }
    var person = Person()
    var folded: Set<[UInt8]> = []
    for index in ordered {
      person.activity.merge(activities[index])
      if !names[index].isEmpty, folded.insert(Self.folded(names[index])).inserted {
        if person.name.isEmpty { person.name = names[index] } else { person.otherNames.append(names[index]) }
      }
      let email = emails[index]
      if let handle = NoReplyAddress.handle(in: email) {
        if person.handle == nil { person.handle = handle }
      } else if person.email == nil, !email.isEmpty {
        person.email = email
      }
    }
    if person.email == nil { person.email = ordered.map { emails[$0] }.first { !$0.isEmpty } }
    person.isBot = person.name.hasSuffix("[bot]") || (person.email ?? "").contains("[bot]@")
    return person.name.isEmpty ? nil : person
  }

  static func folded(_ name: String) -> [UInt8] { NameFolding.fold(name) }
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
      && (rest.first == UInt8(ascii: "+") || (rest.first == UInt8(ascii: "-") && host.contains("gitlab")))
    let handle = isNumbered ? rest.dropFirst() : local
    return handle.isEmpty ? nil : String(Substring(handle))
  }
}
