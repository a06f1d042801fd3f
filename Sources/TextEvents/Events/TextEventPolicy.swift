/// Every number that recognition depends on.
public struct TextEventPolicy: Hashable, Sendable {
  /// An insertion of at most this many graphemes counts as typed, if it has no line end; a longer one was pasted.
  public var typedRunLimit: Int
  /// Milliseconds after which marked text counts as committed when nothing more happens.
  public var compositionIdle: Int
  /// By how many graphemes a step of an input method may lengthen the marked text.
  public var compositionGrowth: Int
  /// Milliseconds within which a word may be corrected after the separator behind it was typed.
  public var correctionTime: Int
  /// How many scalars in the middle of a word an automatic correction changes at most, on either side.
  public var correctionReach: Int
  /// How many bytes are read on each side of an edit to see the word that it is in.
  public var wordReach: Int
  /// How many changes can be recognized as taken back.
  public var historyCount: Int
  /// How many bytes these may hold in all; larger changes are forgotten.
  public var historyBytes: Int
  /// How many of the host's own edits may be awaited at a time.
  public var announcementCount: Int
  /// Milliseconds for which one is awaited.
  public var announcementTime: Int

  /// What a person's typing needs.
  public static let standard = TextEventPolicy(
    typedRunLimit: 100, compositionIdle: 2000, compositionGrowth: 2, correctionTime: 2000,
    correctionReach: 3, wordReach: 64, historyCount: 64, historyBytes: 1 << 20, announcementCount: 16,
    announcementTime: 5000)

  /// - Parameters:
  ///   - typedRunLimit: graphemes of an insertion that still counts as typed.
  ///   - compositionIdle: milliseconds until marked text counts as committed.
  ///   - compositionGrowth: graphemes by which a step of an input method lengthens the marked text at most.
  ///   - correctionTime: milliseconds after a separator within which the word before it may be corrected.
  ///   - correctionReach: scalars in the middle of a word that a correction changes at most.
  ///   - wordReach: bytes read on each side of an edit.
  ///   - historyCount: changes that can be recognized as taken back.
  ///   - historyBytes: bytes that these may hold in all.
  ///   - announcementCount: own edits that may be awaited at a time.
  ///   - announcementTime: milliseconds for which one is awaited.
  public init(
    typedRunLimit: Int, compositionIdle: Int, compositionGrowth: Int, correctionTime: Int,
    correctionReach: Int, wordReach: Int, historyCount: Int, historyBytes: Int, announcementCount: Int,
    announcementTime: Int
  ) {
    (self.typedRunLimit, self.compositionIdle) = (typedRunLimit, compositionIdle)
    (self.compositionGrowth, self.correctionTime) = (compositionGrowth, correctionTime)
    (self.correctionReach, self.wordReach) = (correctionReach, wordReach)
    (self.historyCount, self.historyBytes) = (historyCount, historyBytes)
    (self.announcementCount, self.announcementTime) = (announcementCount, announcementTime)
  }
}
