/// The people in a repository's commits, counted from the output of `git log` as it arrives.
///
/// Memory is bounded for any output: `sizeLimit` bytes for all distinct names, `identityLimit` bytes for each.
package struct GitHistory {
  /// The maximum number of bytes of names and addresses kept.
  private static let sizeLimit = 1 << 25
  /// The maximum number of bytes of one name with its address; longer ones are skipped.
  static let identityLimit = 1 << 13
  /// The last second of the year 9999, in seconds since 1970. A commit may claim any time; a later time is replaced by
  /// this one.
  private static let latestTime = 253_402_300_799

  /// The arguments of the `git` command whose output is read. The commits to start from and to exclude are passed as
  /// its input.
  static func arguments(coauthors: Bool) -> [String] {
    let trailers = "%x00%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x00)"
    return [
      // `--ignore-missing` applies only to what follows it.
      "log", "--ignore-missing", "--stdin", "--no-mailmap", "--no-notes", "--no-patch", "--no-ext-diff",
      "--no-textconv",
      "--format=%ct%x00%an%x00%ae" + (coauthors ? trailers : ""),
    ]
  }

  /// Authors, keyed by `name NUL address`.
  private var authors = IdentityTally(isAuthor: true)
  /// Co-authors, keyed by the value of the trailer.
  private var coauthors = IdentityTally(isAuthor: false)
  private var lines = LineSplitter(limit: 1 << 20)
  /// The number of commits that were too large, and of names that were too long or for which there was no room.
  package private(set) var leftOut = 0
  /// The number of commits read so far.
  private(set) var taken = 0

  package init() {}

  package mutating func take(_ bytes: [UInt8]) {
    var lines = lines
    lines.take(bytes) { read($0) }
    self.lines = lines
  }

  /// Processes the end of the output.
  package mutating func finish() {
    var lines = lines
    lines.finish { read($0) }
    leftOut += lines.dropped
    self.lines = lines
  }

  private mutating func read(_ line: ArraySlice<UInt8>) {
    let fields = line.split(separator: 0, omittingEmptySubsequences: false)
    guard fields.count >= 3 else { return }
    taken += 1
    let when = Self.time(fields[0])
    let author = line[fields[1].startIndex..<fields[2].endIndex]
    if !authors.add(author, when, room: room) { leftOut += 1 }
    for coauthor in fields.dropFirst(3) where !coauthor.isEmpty {
      if !coauthors.add(coauthor, when, room: room) { leftOut += 1 }
    }
  }

  /// The number of bytes that can still be kept.
  private var room: Int { Self.sizeLimit - authors.size - coauthors.size }

  private static func time(_ digits: ArraySlice<UInt8>) -> Int {
    var time = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { break }
      time = min(time * 10 + Int(digit - 0x30), latestTime)
    }
    return time
  }

  /// Returns the people, with the names and addresses that the mailmap gives them.
  func people(under mailmap: Mailmap) -> GitPeople {
    var people = GitPeople()
    for (identity, activity) in authors.entries {
      let parts = identity.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      people.add(Array(parts[0]), parts.count > 1 ? Array(parts[1]) : [], activity, under: mailmap)
    }
    for (text, activity) in coauthors.entries {
      // A trailer may contain any text, including several people.
      for contact in Contact.all(in: text[...]) {
        guard let email = contact.email else { continue }
        let name = contact.name.utf8.filter { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
        if !name.isEmpty { people.add(name, Array(email.utf8), activity, under: mailmap) }
      }
    }
    return people
  }

  /// The people as records of entities, in the source's own order.
  package func records(under mailmap: Mailmap) -> [EntityRecord] { people(under: mailmap).records() }
}

extension GitPeople {
  fileprivate mutating func add(
    _ name: [UInt8], _ email: [UInt8], _ activity: GitActivity, under mailmap: Mailmap
  ) {
    let identity = mailmap.identity(name: name, email: email)
    add(key: (identity.name + [0] + identity.email)[...], activity)
  }
}

// MARK: - Storing

extension GitHistory {
  /// Appends a line for each name: the identity, its role, the number of commits, and the times.
  func append(to bytes: inout [UInt8]) {
    for tally in [authors, coauthors] {
      for (identity, activity) in tally.entries {
        bytes += "\(tally.isAuthor ? "author" : "coauthor") \(activity.kept) ".utf8
        bytes += identity
        bytes.append(0x0A)
      }
    }
  }

  /// Parses lines written by ``append(to:)``. Nil if a line is invalid.
  init?(kept lines: ArraySlice<ArraySlice<UInt8>>, leftOut: Int) {
    self.leftOut = leftOut
    for line in lines {
      let words = line.split(separator: 0x20, maxSplits: 5, omittingEmptySubsequences: false)
      guard words.count == 6, let activity = GitActivity(kept: words[1...4]) else { return nil }
      let isAuthor = words[0].elementsEqual("author".utf8)
      if isAuthor {
        authors.put(words[5], activity)
      } else {
        coauthors.put(words[5], activity)
      }
    }
  }
}

extension GitActivity {
  fileprivate var kept: String { "\(commits) \(latest) \(latestAuthored) \(weight)" }

  fileprivate init?(kept words: ArraySlice<ArraySlice<UInt8>>) {
    let words = words.map { String(decoding: $0, as: UTF8.self) }
    guard let commits = Int(words[0]), let latest = Int(words[1]), let latestAuthored = Int(words[2]),
      let weight = UInt64(words[3])
    else { return nil }
    (self.commits, self.latest, self.latestAuthored, self.weight) = (commits, latest, latestAuthored, weight)
  }
}

/// Activity by identity, in the order of first occurrence.
private struct IdentityTally {
  let isAuthor: Bool
  private var places: [ArraySlice<UInt8>: Int] = [:]
  private(set) var entries: [(identity: [UInt8], activity: GitActivity)] = []
  /// The total number of bytes of all identities.
  private(set) var size = 0

  init(isAuthor: Bool) { self.isAuthor = isAuthor }

  /// Adds one commit. Returns false if the identity is too long, or new and there is no room for it.
  mutating func add(_ identity: ArraySlice<UInt8>, _ when: Int, room: Int) -> Bool {
    if let place = places[identity] {
      entries[place].activity.add(when, isAuthor: isAuthor)
      return true
    }
    guard identity.count <= min(room, GitHistory.identityLimit) else { return false }
    var activity = GitActivity()
    activity.add(when, isAuthor: isAuthor)
    put(identity, activity)
    return true
  }

  /// Adds an identity.
  ///
  /// - Parameter identity: an identity that is not present yet.
  mutating func put(_ identity: ArraySlice<UInt8>, _ activity: GitActivity) {
    // Copied, because the slice would keep a whole piece of output alive.
    let own = Array(identity)
    places[own[...]] = entries.count
    size += own.count
    entries.append((own, activity))
  }
}

/// The activity of a person in a history: number of commits, date of the last one, weight.
struct GitActivity: Hashable {
  private(set) var commits = 0
  /// The time of the newest commit, in seconds since 1970.
  private(set) var latest = Int.min
  /// The time of the newest commit as author rather than co-author.
  private(set) var latestAuthored = Int.min
  /// The sum of the commits' weights, in units of `GitWeight`.
  private var weight: UInt64 = 0

  init() {}

  mutating func add(_ when: Int, isAuthor: Bool) {
    commits += 1
    latest = max(latest, when)
    if isAuthor { latestAuthored = max(latestAuthored, when) }
    weight &+= GitWeight.units(when)
  }

  mutating func merge(_ other: GitActivity) {
    commits += other.commits
    latest = max(latest, other.latest)
    latestAuthored = max(latestAuthored, other.latestAuthored)
    weight &+= other.weight
  }

  /// The weighted number of commits: the weight of a commit halves with every three years by which it is older than the
  /// newest one of the history. Rounded to a hundredth.
  func weight(newest: Int) -> Double {
    (Double(weight) / Double(GitWeight.units(newest)) * 100).rounded() / 100
  }
}

/// Integer weights of commits that grow with time, doubling every three years. Their sum does not depend on the order
/// of commits, and the newest commit need not be known in advance.
private enum GitWeight {
  private static let day = 86_400
  /// The number of days in which weights double: three years.
  private static let doubling = 1096
  /// The maximum number of doublings: weights stop growing about ninety years after 1970, so that the sum of eight
  /// million commits of one day fits in 64 bits.
  private static let mostDoublings = 30
  /// The weight of a commit on the first day is two to the power of this number.
  private static let unitBits = 10

  /// The weight of each day of the first three years, times two to the power of `mostDoublings`.
  private static let units: [UInt64] = {
    // The 1096th root of two, by Newton's method.
    var root = 1.0006
    for _ in 0..<8 {
      let power = raised(root, to: doubling)
      root -= (power - 2) / (Double(doubling) * power / root)
    }
    let unit = Double(UInt64(1) << UInt64(unitBits + mostDoublings))
    return (0..<doubling).map { UInt64((raised(root, to: $0) * unit).rounded()) }
  }()

  private static func raised(_ base: Double, to exponent: Int) -> Double {
    var result = 1.0
    var square = base
    var rest = exponent
    while rest > 0 {
      if rest & 1 != 0 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }

  /// The weight of a commit, by its time.
  ///
  /// - Parameter when: seconds since 1970.
  static func units(_ when: Int) -> UInt64 {
    let day = min(max(when / day, 0), doubling * (mostDoublings + 1) - 1)
    return units[day % doubling] >> UInt64(mostDoublings - day / doubling)
  }
}

/// The date of a commit in the Gregorian calendar, in UTC.
struct GitDay: Hashable, CustomStringConvertible {
  let year: Int
  let month: Int
  let day: Int

  /// - Parameter seconds: seconds since 1970; negative values yield the first day.
  init(_ seconds: Int) {
    // Years are counted from March, so that a leap day comes last. An era has 400 years, or 146,097 days.
    let days = max(0, seconds) / 86_400 + 719_468
    let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = era * 400 + yearOfEra + (month < 3 ? 1 : 0)
  }

  /// `2024-02-29`
  var description: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

  /// The number of whole months until a later day.
  func months(until later: GitDay) -> Int {
    max(0, (later.year - year) * 12 + later.month - month - (later.day < day ? 1 : 0))
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
