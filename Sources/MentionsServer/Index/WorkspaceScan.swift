import Entities
import TextModel

/// A search through the files of a workspace for who is mentioned, to be done off the loop.
package struct WorkspaceScan: Sendable {
  /// A session numbers its scans; what belongs to an older one is not listened to.
  package var number: Int
  package var rules: ScanRules
  /// In which units columns are counted.
  package var encoding: PositionEncoding
  package var limit: WorkspaceIndex.Limit
  /// Files and folders, absolute, that alone have changed; nil: everything is looked at.
  package var only: [String]?
  /// Those of ``only`` whose text is not read, since it is the client's or mentions nobody who is looked for. Of them no
  /// more is asked than which files they are and whether these can be written.
  package var unread: Set<String>
  /// Whether what is found is kept as a file for the next start.
  package var usesCache: Bool
  /// What is known of the files of ``only``: of those that are as it says nothing need be told.
  package var stored: StoredIndex?

  package init(
    number: Int, rules: ScanRules, encoding: PositionEncoding, limit: WorkspaceIndex.Limit = .standard,
    only: [String]? = nil, unread: Set<String> = [], usesCache: Bool = true, stored: StoredIndex? = nil
  ) {
    (self.number, self.rules, self.encoding) = (number, rules, encoding)
    (self.limit, self.only, self.unread, self.usesCache) = (limit, only, unread, usesCache)
    self.stored = stored
  }
}

/// What a scan has found since it told something last.
package struct ScanReport: Sendable {
  /// What an earlier scan by the same rules found, before a file has been looked at. Of files that are still as it says
  /// nothing more is told.
  package var stored: StoredIndex?
  /// Each stands for all that was known of the file.
  package var files: [FileMentions]
  /// Files and folders that are not there any more.
  package var gone: [String]
  /// How many files have been looked at so far, and how many there are.
  package var done: Int
  package var total: Int
  /// Told once, at the end.
  package var summary: ScanSummary?

  package init(
    stored: StoredIndex? = nil, files: [FileMentions] = [], gone: [String] = [], done: Int = 0,
    total: Int = 0, summary: ScanSummary? = nil
  ) {
    self.stored = stored
    (self.files, self.gone, self.done, self.total) = (files, gone, done, total)
    self.summary = summary
  }
}

/// How a scan went.
package struct ScanSummary: Hashable, Sendable {
  /// Files that are in the index, whether they mention somebody or not.
  package var files: Int
  /// Files that are not looked at because there are too many.
  package var tooMany: Int
  /// Files that could not be read.
  package var unreadable: Int
  /// What went wrong, for the log, in words.
  package var problems: [String]

  package init(files: Int, tooMany: Int = 0, unreadable: Int = 0, problems: [String] = []) {
    (self.files, self.tooMany, self.unreadable) = (files, tooMany, unreadable)
    self.problems = problems
  }
}
