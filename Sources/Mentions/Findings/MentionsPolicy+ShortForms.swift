public import Entities

extension MentionsPolicy {
  /// How a mention in its short form writes somebody who has changed: by the format that made it, in its short form or,
  /// where there is none any more, as a whole. Nil where none of the formats made it, as when a host did.
  ///
  /// - Parameters:
  ///   - new: who is meant, as they are now.
  ///   - written: the mention's text.
  ///   - old: as they were when it was written.
  public func trimmedForm(of new: Entity, written: [UInt8], for old: Entity) -> [UInt8]? {
    let formats = allFormats + [(InsertFormat.name, "")]
    guard let (format, trigger) = formats.first(where: { $0.0.shortForm(for: old, trigger: $0.1) == written })
    else { return nil }
    return format.shortForm(for: new, trigger: trigger) ?? format.write(new, trigger: trigger).visibleBytes
  }
}
