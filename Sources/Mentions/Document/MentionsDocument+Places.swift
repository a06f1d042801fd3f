import TextModel

/// Which insert format holds where (the behaviour, section 9).
extension MentionsDocument {
  var formats: DocumentFormats { DocumentFormats(policy: policy, languageID: languageID) }

  func insertPlace(at offset: TextOffset) -> InsertPlace { formats.place(at: offset, in: text) }

  /// The lines, from 0, of the trailers of a commit message; nil where there are none. O(text).
  public var trailerLines: Range<Int>? {
    formats.isCommitMessage ? CommitTrailers.lines(of: text) : nil
  }

  func format(of creation: Creation) -> InsertFormat {
    format(of: creation.trigger, at: creation.start).format
  }

  /// The format that holds for a trigger (its place in the policy; nil: implicit mentions) at a place, and the control
  /// character.
  func format(of trigger: Int?, at offset: TextOffset) -> (format: InsertFormat, character: String) {
    let trigger = trigger.flatMap { policy.triggers.indices.contains($0) ? policy.triggers[$0] : nil }
    let templates = trigger?.insert ?? policy.implicit.insert
    return (templates.format(for: languageID, at: insertPlace(at: offset)), trigger?.character ?? "")
  }

  /// Whether any format of this document can be read back.
  public var canReadBack: Bool { !formats.readable.isEmpty }
}
