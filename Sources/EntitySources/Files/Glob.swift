/// A path pattern, as in settings and `.gitignore`: `*` and `?` within a name, `**` across folders, `[a-z]`, `[!a-z]`,
/// `{a,b}`, `\` before a literal character.
///
/// As in `.gitignore`, a pattern that matches a folder also matches everything in it, and a pattern without an inner
/// slash matches files and folders at any depth. Matching takes O(pattern × path) time for any pattern.
package struct Glob: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    case any
    case oneOf([ClosedRange<Unicode.Scalar>], negated: Bool)
    /// `*`
    case name
    /// `**`
    case anything
    /// `**/`: any number of folders. This part matches nothing or the first character; ``insideFolders``, which always
    /// follows, matches the remaining characters up to and including a slash.
    case folders
    case insideFolders
  }

  private let alternatives: [[Part]]

  /// The maximum number of patterns that braces expand to; beyond it, braces are literal.
  private static let mostAlternatives = 64

  /// - Parameters:
  ///   - pattern: a glob.
  ///   - braces: whether `{a,b}` denotes alternatives. In `.gitignore`, braces are literal.
  package init(_ pattern: String, braces: Bool = true) {
    var scalars = Array(pattern.unicodeScalars)
    while scalars.last == "/" { scalars.removeLast() }
    let isAnchored = scalars.first == "/"
    if isAnchored { scalars.removeFirst() }
    let prefix = isAnchored || scalars.contains("/") ? [] : Array("**/".unicodeScalars)
    let choices = braces ? Self.alternatives(of: scalars) : [scalars]
    alternatives = choices.map { Self.parts(of: prefix + $0) }
  }

  /// Whether the pattern matches a path; a relative path has no leading slash.
  package func matches(_ path: String) -> Bool { matches(Self.scalars(of: path)) }

  /// The scalars of a path for ``matches(_:)``. A caller that compares a path with many patterns computes them only
  /// once.
  static func scalars(of path: String) -> [Unicode.Scalar] {
    Array(path.unicodeScalars.drop { $0 == "/" })
  }

  /// Whether the pattern matches the path of these scalars.
  func matches(_ path: [Unicode.Scalar]) -> Bool { alternatives.contains { Self.matches($0, path) } }

  /// Whether a word is a path pattern rather than a language identifier, which contains none of `*?[{/.`.
  package static func isPattern(_ word: String) -> Bool {
    word.utf8.contains { "*?[{/.".utf8.contains($0) }
  }

  // MARK: Reading

  private static func alternatives(of pattern: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    var done: [[Unicode.Scalar]] = []
    var open = [pattern]
    while let next = open.popLast() {
      guard done.count + open.count < mostAlternatives, let (range, choices) = firstBraces(in: next) else {
        done.append(next)
        continue
      }
      for choice in choices {
        open.append(Array(next[..<range.lowerBound] + choice + next[range.upperBound...]))
      }
    }
    return done
  }

  /// The range of the first closed pair of braces, and its comma-separated alternatives.
  private static func firstBraces(
    in pattern: [Unicode.Scalar]
  ) -> (Range<Int>, [ArraySlice<Unicode.Scalar>])? {
    var start: Int?
    var depth = 0
    var from = 0
    var choices: [ArraySlice<Unicode.Scalar>] = []
    var at = 0
    while at < pattern.count {
      switch pattern[at] {
      case "\\": at += 1
      case "{":
        if depth == 0 { (start, from, choices) = (at, at + 1, []) }
        depth += 1
      case ",": if depth == 1 { (choices, from) = (choices + [pattern[from..<at]], at + 1) }
      case "}" where depth > 0:
        depth -= 1
        if depth == 0, let start { return (start..<at + 1, choices + [pattern[from..<at]]) }
      default: break
      }
      at += 1
    }
    return nil
  }

  private static func parts(of pattern: [Unicode.Scalar]) -> [Part] {
    var parts: [Part] = []
    var rest = pattern[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*" where rest.first == "*":
        rest.removeFirst()
        if rest.first == "/" {
          rest.removeFirst()
          parts += [.folders, .insideFolders]
        } else {
          parts.append(.anything)
        }
      case "*": parts.append(.name)
      case "?": parts.append(.any)
      case "[": parts.append(set(from: &rest) ?? .scalar(scalar))
      case "\\": parts.append(.scalar(rest.popFirst() ?? scalar))
      default: parts.append(.scalar(scalar))
      }
    }
    return parts
  }

  /// The set after `[`. Nil, without consuming anything, if it is not closed.
  private static func set(from rest: inout ArraySlice<Unicode.Scalar>) -> Part? {
    var inside = rest
    let negated = inside.first == "!" || inside.first == "^"
    if negated { inside.removeFirst() }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let low = inside.popFirst() {
      if low == "]", !ranges.isEmpty {
        rest = inside
        return .oneOf(ranges, negated: negated)
      }
      let ahead = inside.prefix(2)
      if ahead.count == 2, ahead.first == "-", let high = ahead.last, high != "]" {
        inside = inside.dropFirst(2)
        if low <= high { ranges.append(low...high) } else { ranges.append(low...low) }
      } else {
        ranges.append(low...low)
      }
    }
    return nil
  }

  // MARK: Matching

  /// A set of positions in a pattern: the pattern up to each position matches the part of the path read so far.
  private struct Places {
    private(set) var all: [Int] = []
    private var isHeld: [Bool]

    init(in parts: [Part]) { isHeld = [Bool](repeating: false, count: parts.count + 1) }

    func contains(_ place: Int) -> Bool { isHeld[place] }

    /// Adds a position, and the positions that can be reached from it without consuming a character.
    mutating func insert(_ place: Int, in parts: [Part]) {
      var place = place
      while !isHeld[place] {
        isHeld[place] = true
        all.append(place)
        guard place < parts.count else { return }
        switch parts[place] {
        case .name, .anything: place += 1
        case .folders: place += 2
        case .scalar, .any, .oneOf, .insideFolders: return
        }
      }
    }

    mutating func removeAll() {
      for place in all { isHeld[place] = false }
      all.removeAll(keepingCapacity: true)
    }
  }

  /// Simulates all states of the pattern at once, and thus never backtracks.
  private static func matches(_ parts: [Part], _ path: [Unicode.Scalar]) -> Bool {
    var (places, next) = (Places(in: parts), Places(in: parts))
    places.insert(0, in: parts)
    for scalar in path {
      // The pattern matches a folder, and thus everything in it.
      if scalar == "/", places.contains(parts.count) { return true }
      for place in places.all where place < parts.count {
        switch parts[place] {
        case .scalar(let wanted): if scalar == wanted { next.insert(place + 1, in: parts) }
        case .any: if scalar != "/" { next.insert(place + 1, in: parts) }
        case .oneOf(let ranges, let negated):
          if scalar != "/", ranges.contains(where: { $0.contains(scalar) }) != negated {
            next.insert(place + 1, in: parts)
          }
        case .name: if scalar != "/" { next.insert(place, in: parts) }
        case .anything: next.insert(place, in: parts)
        case .folders: next.insert(scalar == "/" ? place + 2 : place + 1, in: parts)
        case .insideFolders:
          next.insert(place, in: parts)
          if scalar == "/" { next.insert(place + 1, in: parts) }
        }
      }
      swap(&places, &next)
      if places.all.isEmpty { return false }
      next.removeAll()
    }
    return places.contains(parts.count)
  }
}
