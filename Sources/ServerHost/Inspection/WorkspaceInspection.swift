import EntitySources
import MentionsServer
import SystemCalls

/// Which files of a folder are searched for mentions.
package struct WorkspaceInspection: Sendable {
  package let means: ListedFiles.Means
  /// Files that are searched. Those that Git lists though they have been deleted do not count.
  package private(set) var searched = 0
  /// By `TextFileRule`: long ones, and such as are no text.
  package private(set) var leftOut = 0
  package private(set) var unreadable = 0
  /// Beyond the limit of the index.
  package let tooMany: Int

  /// Lists a folder and looks at each file. Blocks; O(bytes of the files).
  package init(_ folder: String) {
    let listed = ListedFiles(folder)
    let paths = listed.paths.prefix(WorkspaceIndex.Limit.standard.files)
    means = listed.means
    tooMany = listed.paths.count - paths.count
    let outcomes = ThreadExecutor().map(paths.count) { at -> TextFileRule.Outcome? in
      let path = "\(folder)/\(paths[at])"
      guard Platform.stamp(path) != nil else { return nil }
      let outcome = TextFileRule.read(path)
      // The text itself is not kept.
      if case .text = outcome { return .text([]) }
      return outcome
    }
    for outcome in outcomes {
      switch outcome {
      case nil: break
      case .text?: searched += 1
      case .binary?, .tooLong?: leftOut += 1
      case .unreadable?: unreadable += 1
      }
    }
  }
}
