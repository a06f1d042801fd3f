import EntitySources
import MentionsServer
import SystemCalls

/// A line of a file, as a place of which it is asked who is near.
package enum NearPlace {
  /// Larger files are not looked at. In bytes.
  private static let sizeLimit = 64 << 20

  package struct Unreadable: Error {
    /// The end of a sentence about the file.
    package let reason: String
  }

  /// Reads the file for the line's neighbourhood. Blocks.
  ///
  /// - Parameters:
  ///   - path: from the current directory on.
  ///   - line: counted from 1, as editors show it; behind the last line it is the last.
  ///   - root: of the workspace folder, absolute.
  package static func question(
    _ path: String, line: Int, root: String
  ) throws(Unreadable) -> NearQuestion {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Platform.readOrdinaryFile(path, limit: sizeLimit)
    } catch {
      throw Unreadable(reason: error.isMissing ? "does not exist" : "cannot be read: \(error.message)")
    }
    // By the name that was given: a link at its end is followed where git is asked.
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let absolute = (Platform.realPath(folder) ?? folder) + "/" + name
    if NearQuestion.isCommitMessage(path: absolute) {
      return NearQuestion(path: absolute, place: .commitMessage, workspace: root)
    }
    return NearQuestion(path: absolute, place: .line(NearLine(line - 1, in: bytes)), workspace: root)
  }
}
