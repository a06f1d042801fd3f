/// SplitMix64: the same numbers for the same seed, on every machine.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(_ seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 0 if there is nothing below `limit`.
  public mutating func below(_ limit: Int) -> Int { limit < 1 ? 0 : Int(next() % UInt64(limit)) }

  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of several, of which there must be at least one.
  public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
