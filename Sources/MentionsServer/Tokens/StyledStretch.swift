import Mentions
import TextModel

/// A stretch of text that looks the same throughout: where mentions and attributes lie over each other, tokens may not.
struct StyledStretch: Hashable {
  /// What it is a part of.
  enum Part: Hashable {
    /// By its place in the order.
    case mention(Int)
    case attribute(name: String)
  }

  var range: TextRange
  var isMention: Bool
  /// The bits of the legend.
  var modifiers: Int

  /// The mentions and the attributes that have a modifier, cut at each other's edges; in their order, disjoint.
  ///
  /// - Parameters:
  ///   - range: those that share a byte with it; nil: all.
  ///   - modifiers: the bits of one of them.
  /// - Complexity: O(n log n) in what is found, times how many lie over each other.
  static func all(
    in document: MentionsDocument, _ range: TextRange?,
    _ modifiers: (Part, MentionsDocument) -> Int
  ) -> [StyledStretch] {
    let annotations = document.annotations
    let found = range.map { annotations.indices(in: $0) } ?? 0..<annotations.count
    var layers = found.map { index in
      StyledStretch(
        range: annotations.range(at: index), isMention: true, modifiers: modifiers(.mention(index), document))
    }
    for attribute in document.attributes.attributes(in: range) {
      let bits = modifiers(.attribute(name: attribute.name), document)
      if bits != 0 { layers.append(StyledStretch(range: attribute.range, isMention: false, modifiers: bits)) }
    }
    layers.sort { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) }
    let edges = Set(layers.flatMap { [$0.range.start, $0.range.end] }).sorted()
    var stretches: [StyledStretch] = []
    var open: [StyledStretch] = []
    var next = 0
    for (start, end) in zip(edges, edges.dropFirst()) {
      open.removeAll { $0.range.end <= start }
      while next < layers.count, layers[next].range.start == start {
        open.append(layers[next])
        next += 1
      }
      guard !open.isEmpty else { continue }
      stretches.append(
        StyledStretch(
          range: TextRange(start, end), isMention: open.contains(where: \.isMention),
          modifiers: open.reduce(0) { $0 | $1.modifiers }))
    }
    return stretches
  }
}
