import EntitySources
import ServerHost

/// `--at FILE:LINE`: a place in a file.
struct QueryPlace {
  let path: String
  /// Counted from 1, as editors show it.
  let line: Int

  init(_ text: String) throws(UsageError) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), colon > text.startIndex,
      let line = Int(text[text.utf8.index(after: colon)...]), line > 0
    else { throw UsageError("--at is \(text), expected FILE:LINE such as README.md:12") }
    path = String(text[..<colon])
    self.line = line
  }

  /// What is asked of the place; its neighbourhood is read from the file.
  ///
  /// - Parameter root: of the workspace folder, absolute.
  func question(in root: String) throws(UsageError) -> NearQuestion {
    do throws(NearPlace.Unreadable) {
      return try NearPlace.question(path, line: line, root: root)
    } catch {
      throw UsageError("--at: \(path) \(error.reason)")
    }
  }
}
