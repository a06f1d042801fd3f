/// What the numbers of semantic tokens stand for, told once at `initialize`.
enum TokenLegend {
  /// The modifiers in the order of their bits.
  static let modifiers = ["trimmed", "litUp", "unknown"] + (1...StyleNames.places).map { "style\($0)" }
  /// The bit of `style1`.
  static let firstStyle = 3
  /// The type of attributes outside of mentions, the second of the legend: no theme knows it, so that the modifiers alone say
  /// how they look.
  static let attributeType = "attribute"
}
