import Mentions
import TextModel

/// A file that was read again: before it is to be edited, or because it is not what ``WorkspaceScan/stored`` says.
package struct RereadFile: Hashable, Sendable {
  /// As it is now.
  package var mentions: FileMentions
  /// The text of each of these mentions, of a file that is to be edited.
  package var texts: [[UInt8]]
  /// The places in these of mentions in their short form.
  package var trimmed: Set<Int>
  /// Why it cannot be edited, as a sentence's end; nil where it can be.
  package var fault: String?
  /// The path with all symbolic links followed: several names may lead to one file.
  package var realPath: String

  /// One whose real path is its path where nothing else is said.
  package init(
    mentions: FileMentions, texts: [[UInt8]] = [], trimmed: Set<Int> = [], fault: String? = nil,
    realPath: String? = nil
  ) {
    (self.mentions, self.texts, self.trimmed, self.fault) = (mentions, texts, trimmed, fault)
    self.realPath = realPath ?? mentions.path
  }

  /// What has been found in its text.
  package init(
    path: String, realPath: String? = nil, _ found: [FoundMention], in text: IndexedText,
    _ encoding: PositionEncoding
  ) {
    // It keeps those up to a limit.
    let mentions = FileMentions(path: path, found, in: text, encoding)
    let kept = found.prefix(mentions.mentions.count)
    self.init(
      mentions: mentions, texts: kept.map { text.buffer.bytes(in: $0.range) },
      trimmed: Set(kept.indices.filter { kept[$0].isTrimmed }), realPath: realPath)
  }
}
