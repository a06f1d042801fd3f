/// The people in a repository's commits, counted while `git log` prints them.
///
/// For any output, memory is bounded: by `sizeLimit` bytes of different names, `identityLimit` bytes for one.
package struct GitHistory {
  /// Bytes of names and addresses that are kept.
  static let sizeLimit = 1 << 25
  /// Bytes of one name with its address; who has more is left out.
  static let identityLimit = 1 << 13
  /// Seconds since 1970 of the last moment of the year 9999. A commit may claim any number.
  static let latestTime = 253_402_300_799

  /// The arguments for `git` whose output this reads. The commits to begin with, and those to leave out, are its input.
  static func arguments(coauthors: Bool) -> [String] {
    let trailers = "%x00%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x00)"
    return [
      // The first is for what follows it.
      "log", "--ignore-missing", "--stdin", "--no-mailmap", "--no-notes", "--no-patch", "--no-ext-diff",
      "--no-textconv",
      "--format=%ct%x00%an%x00%ae" + (coauthors ? trailers : ""),
    ]
  }

  /// By `name NUL address`.
  private var authors = IdentityTally(isAuthor: true)
  /// By what the trailer holds.
  private var coauthors = IdentityTally(isAuthor: false)
  private var lines = LineSplitter(limit: 1 << 20)
  /// Commits that had too much to be read, and names for which there was no room.
  package private(set) var leftOut = 0
  /// Number of commits that were taken since this was made.
  private(set) var taken = 0

  package init() {}

  package mutating func take(_ bytes: [UInt8]) {
    var lines = lines
    lines.take(bytes) { read($0) }
    self.lines = lines
  }

  /// There is no more.
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

  /// Bytes that may yet be kept.
  private var room: Int { Self.sizeLimit - authors.size - coauthors.size }

  private static func time(_ digits: ArraySlice<UInt8>) -> Int {
    var time = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { break }
      time = min(time * 10 + Int(digit - 0x30), latestTime)
    }
    return time
  }

  /// The people, whom the mailmap names.
  func people(under mailmap: Mailmap) -> GitPeople {
    var people = GitPeople()
    for (identity, activity) in authors.entries {
      let parts = identity.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      people.add(Array(parts[0]), parts.count > 1 ? Array(parts[1]) : [], activity, under: mailmap)
    }
    for (text, activity) in coauthors.entries {
      // Anybody can write anything into a message.
      for contact in Contact.all(in: text[...]) {
        guard let email = contact.email else { continue }
        let name = contact.name.utf8.filter { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
        if !name.isEmpty { people.add(name, Array(email.utf8), activity, under: mailmap) }
      }
    }
    return people
  }

  /// People as records of entities, in the source's own order.
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

// MARK: - Keeping

extension GitHistory {
  /// Appends a line for each name: who, how, how often, when.
  func append(to bytes: inout [UInt8]) {
    for tally in [authors, coauthors] {
      for (identity, activity) in tally.entries {
        bytes += "\(tally.isAuthor ? "author" : "coauthor") \(activity.kept) ".utf8
        bytes += identity
        bytes.append(0x0A)
      }
    }
  }

  /// Takes lines as ``append(to:)`` makes them. Nil where a line is none.
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

/// Activity by text, in the order in which the texts first occurred.
private struct IdentityTally {
  let isAuthor: Bool
  private var places: [ArraySlice<UInt8>: Int] = [:]
  private(set) var entries: [(identity: [UInt8], activity: GitActivity)] = []
  /// Bytes of all identities.
  private(set) var size = 0

  init(isAuthor: Bool) { self.isAuthor = isAuthor }

  /// False where it is too long, or a new one for which there is no room.
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

  /// - Parameter identity: not here yet.
  mutating func put(_ identity: ArraySlice<UInt8>, _ activity: GitActivity) {
    // A copy of its own: the slice would keep a whole piece of output alive.
    let own = Array(identity)
    places[own[...]] = entries.count
    size += own.count
    entries.append((own, activity))
  }
}

/// Activity of a person in a history: number of commits, date of the last, weight.
struct GitActivity: Hashable {
  private(set) var commits = 0
  /// Seconds since 1970, of the newest commit.
  private(set) var latest = Int.min
  /// Time of the newest commit as author, not as co-author.
  private(set) var latestAuthored = Int.min
  /// Commits in `GitWeight`'s units.
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

  /// The commits, each counting half for every three years before the newest one of the history. Rounded to
  /// a hundredth.
  func weight(newest: Int) -> Double {
    (Double(weight) / Double(GitWeight.units(newest)) * 100).rounded() / 100
  }
}

/// Weights of commits as whole numbers that grow with time, doubling every three years: their sums do not depend on
/// the order of commits, and the newest commit need not be known beforehand.
private enum GitWeight {
  private static let day = 86_400
  /// In days: three years.
  private static let doubling = 1096
  /// Most doublings, in ninety years; later days count as the last of these. So sixteen
  /// million commits of one day fit in 64 bits.
  private static let mostDoublings = 30
  /// Weight of a commit of the first day, in bits.
  private static let unitBits = 10

  /// Weight of each day of three years, `mostDoublings` bits too high.
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

  /// - Parameter when: seconds since 1970.
  static func units(_ when: Int) -> UInt64 {
    let day = min(max(when / day, 0), doubling * (mostDoublings + 1) - 1)
    return units[day % doubling] >> UInt64(mostDoublings - day / doubling)
  }
}

/// The day of a commit in the Gregorian calendar, by universal time.
struct GitDay: Hashable, CustomStringConvertible {
  let year: Int
  let month: Int
  let day: Int

  /// - Parameter seconds: since 1970; before that, its first day.
  init(_ seconds: Int) {
    // Years that begin in March end with the leap day. An era has 400 of them: 146,097 days.
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

  /// Whole months to a later day.
  func months(until later: GitDay) -> Int {
    max(0, (later.year - year) * 12 + later.month - month - (later.day < day ? 1 : 0))
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
