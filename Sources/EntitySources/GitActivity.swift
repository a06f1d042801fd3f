/// What somebody did in a history: how often, when last, and how much that weighs.
struct GitActivity: Hashable {
  private(set) var commits = 0
  /// Seconds since 1970, of the newest commit.
  private(set) var latest = Int.min
  /// Of the newest commit that was authored, not merely signed as a co-author.
  private(set) var latestAuthored = Int.min
  /// Commits in `GitWeight`'s units.
  private var weight: UInt64 = 0

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

/// Commits as whole numbers that grow with time, twice as heavy every three years: sums of them are the same in
/// whatever order they are met, and the newest commit need not be known beforehand.
enum GitWeight {
  private static let day = 86_400
  /// In days: three years.
  private static let doubling = 1096
  /// How often it doubles at most, in ninety years; days beyond are taken for the last of these. So sixteen
  /// million commits of one day fit in 64 bits.
  private static let mostDoublings = 30
  /// What a commit of the first day weighs, in bits.
  private static let unitBits = 10

  /// For each day of three years its weight, `mostDoublings` bits too high.
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
