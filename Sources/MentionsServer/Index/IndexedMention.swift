import Entities
import LanguageProtocol

/// One mention in a file that need not be open, small enough to keep a million of them, and with all that it takes to
/// tell a client where it is without reading the file again.
package struct IndexedMention: Hashable, Sendable {
  /// The place of whom it means in a list of entities: ``FileMentions/entities``, in an index the index's own.
  package var entity: Int32
  /// UTF-8 offset in the text, without its byte order mark, and how many code units the mention has.
  package var start: Int32
  package var count: Int32
  /// Lines from zero; columns in the units that the index was made for.
  package var line: Int32
  package var column: Int32
  package var endLine: Int32
  package var endColumn: Int32

  package init(
    entity: Int32, start: Int32, count: Int32, line: Int32, column: Int32, endLine: Int32, endColumn: Int32
  ) {
    (self.entity, self.start, self.count) = (entity, start, count)
    (self.line, self.column, self.endLine, self.endColumn) = (line, column, endLine, endColumn)
  }

  /// In the units that the index was made for.
  var range: LanguageProtocol.Range {
    LanguageProtocol.Range(
      start: Position(line: Int(line), character: Int(column)),
      end: Position(line: Int(endLine), character: Int(endColumn)))
  }
}

/// Who is mentioned where in one file.
package struct FileMentions: Hashable, Sendable {
  /// Absolute.
  package var path: String
  /// Each once.
  package var entities: [Entity]
  /// In order, disjoint.
  package var mentions: [IndexedMention]

  package init(path: String, entities: [Entity] = [], mentions: [IndexedMention] = []) {
    (self.path, self.entities, self.mentions) = (path, entities, mentions)
  }
}
