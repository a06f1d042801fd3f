/// The people in a repository's commits, counted while `git log` prints them.
///
/// Whatever it prints, memory is bounded: by `sizeLimit` bytes of different names, `identityLimit` bytes for one.
package struct GitHistory {
  /// Bytes of names and addresses that are kept.
  static let sizeLimit = 1 << 25
  /// Bytes of one name with its address; who has more is left out.
  static let identityLimit = 1 << 13
  /// Seconds since 1970 of the last moment of the year 9999. A commit may claim any number.
  static let latestTime = 253_402_300_799

  /// The arguments for `git` whose output this reads.
  static func arguments(coauthors: Bool) -> [String] {
    let trailers = "%x00%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x00)"
    return [
      // The first is for what follows it.
      "log", "--ignore-missing", "--exclude=refs/stash", "--exclude=refs/notes/*", "--all", "--no-mailmap",
      "--no-notes", "--no-patch", "--no-ext-diff", "--no-textconv",
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
      let contact = Contact(text[...])
      guard let email = contact.email, !email.utf8.contains(UInt8(ascii: ">")) else { continue }
      let name = contact.name.utf8.filter { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
      if !name.isEmpty { people.add(name, Array(email.utf8), activity, under: mailmap) }
    }
    return people
  }

  /// The same as records of entities, in the source's own order.
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

/// What each of many texts did, in the order in which they were first met.
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
    // A copy of its own: the slice would keep a whole piece of output alive.
    let own = Array(identity)
    places[own[...]] = entries.count
    size += own.count
    var activity = GitActivity()
    activity.add(when, isAuthor: isAuthor)
    entries.append((own, activity))
    return true
  }
}
