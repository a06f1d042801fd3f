public import Entities
public import TextModel

extension InsertFormat {
  /// Whether what this format writes can be found in a text: a field that identifies an entity is right
  /// after literal text or the trigger (`@{handle}`, `{name} <{email}>`; not `{name}`). Of alternatives one is enough
  /// (`@{metadata.nick|handle}`): an entity that lacks the others is found by it.
  public var canBeReadBack: Bool { anchor(trigger: "@") != nil }

  /// Every place in `range` where this format wrote exactly one of the entities that `lookup` knows, in order
  /// and disjoint. Where two could have been meant there is none. O(range) and a look-up per place that looks
  /// like it. What is found lies wholly inside `range`.
  ///
  /// It is enclosed by separators or the text's edges (the behaviour, section 9), and none of `controls`,
  /// the control characters that there are.
  public func readBack(
    in range: TextRange, of text: IndexedText, trigger: String, controls: [String] = [], lookup: Lookup
  ) -> [ReadBackText] {
    readings(in: range, of: text, trigger: trigger, controls: controls, lookup: lookup).found
  }

  /// The same, and the places where several could have been meant.
  func readings(
    in range: TextRange, of text: IndexedText, trigger: String, controls: [String], lookup: Lookup
  ) -> FormatReadings {
    var readings = FormatReadings()
    guard let anchor = anchor(trigger: trigger) else { return readings }
    let controls = controls.map { Array($0.utf8) }
    text.forEachStretch(of: range) { stretch in
      let reader = FormatReader(
        format: self, anchor: anchor, trigger: trigger, controls: controls, stretch: stretch)
      let found = reader.all(lookup)
      readings.found += found.found.map { $0.shifted(by: stretch.start.utf8) }
      readings.ambiguous += found.ambiguous.map { $0.map { $0.shifted(by: stretch.start.utf8) } }
    }
    return readings
  }

  /// Every place in `range` where this format wrote somebody under a former name (``FormerName``): what points at them is
  /// still theirs. In order and disjoint. O(range) and a look-up per place that looks like it.
  func outdated(
    in range: TextRange, of text: IndexedText, trigger: String, controls: [String], lookup: Lookup
  ) -> [ReadBackText] {
    guard let address = addressAnchor(trigger: trigger) else { return [] }
    var outdated: [ReadBackText] = []
    let controls = controls.map { Array($0.utf8) }
    text.forEachStretch(of: range) { stretch in
      let reader = FormatReader(
        format: self, anchor: address, trigger: trigger, controls: controls, stretch: stretch)
      outdated += reader.outdated(lookup).map { $0.shifted(by: stretch.start.utf8) }
    }
    return outdated
  }
}
