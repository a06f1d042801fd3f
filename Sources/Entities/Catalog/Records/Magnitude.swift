/// How weights are compared: by powers of two, so that only a clear difference in weight outranks how well
/// a key matched.
enum Magnitude {
  /// ⌊log2(max(weight, 1))⌋, at most 1023. No weight counts as 1, and so does what is not a number. O(1).
  static func of(_ weight: Double?) -> Int {
    guard let weight, weight > 1 else { return 0 }
    return weight.isFinite ? Int(weight.exponent) : 1023
  }
}
