import Entities

/// Tells which identities of a history are one person (the behaviour, section 4):
///
/// 1. those of one folded name, or one e-mail address, or one handle of a host's noreply address;
/// 2. of what that leaves, somebody whose handle is the local part of an address of exactly one other person, or
///    the handle that this person goes by, is that person (`archseer@users.noreply.github.com` with
///    `archseer@example.org`, or with an author `archseer`), and so on until nothing changes.
///
/// Each step goes by the outcome of the one before it alone, so the order in which identities are met plays no
/// part.
enum GitIdentities {
  /// Too many people use these for one of them to be meant.
  static let commonHandles: Set<String> = [
    "me", "mail", "git", "github", "info", "dev", "hello", "contact", "admin", "root",
  ]

  /// The identities of each person; each group, and the groups, in the order in which they are given.
  static func people(_ identities: [GitIdentity]) -> [[GitIdentity]] {
    var sets = DisjointSets(count: identities.count)
    var first: [[UInt8]: Int] = [:]
    var handles: [(handle: String, identity: Int)] = []
    /// Who has an address with this local part, or goes by this handle.
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

/// Numbers that are joined into sets.
struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  /// The number that stands for its set.
  mutating func root(_ number: Int) -> Int {
    var at = number
    while parents[at] != at {
      parents[at] = parents[parents[at]]
      at = parents[at]
    }
    return at
  }

  /// False where they are in one set already.
  @discardableResult
  mutating func join(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (root(a), root(b))
    if first == second { return false }
    parents[max(first, second)] = min(first, second)
    return true
  }
}
