import SystemCalls

/// Which files are read for mentions: ordinary ones of at most ``sizeLimit`` bytes that hold text.
///
/// A file is text if there is no NUL in its first ``headLength`` bytes, by which Git and grep tell binary files as well,
/// and all of it is well-formed UTF-8, with or without a byte order mark.
public enum TextFileRule {
  /// Bytes of the longest file that is read. People do not write longer ones.
  public static let sizeLimit = 4 << 20
  /// Bytes that may hold no NUL.
  public static let headLength = 8 << 10

  /// What there is to a file.
  public enum Outcome: Hashable, Sendable {
    /// UTF-8, the byte order mark included.
    case text([UInt8])
    /// No text, or in an encoding other than UTF-8. Neither is a link text that is not followed.
    case binary
    /// Longer than ``sizeLimit``.
    case tooLong
    /// In words: permissions, a folder, nothing there.
    case unreadable(String)
  }

  /// One sentence for people: what is left out.
  public static var explanation: String {
    "files over \(sizeLimit >> 20) MiB, files with a NUL in their first \(headLength >> 10) KiB, and what is not UTF-8"
  }

  /// Reads a file. Blocks; O(file), or O(``sizeLimit``) for a longer one.
  ///
  /// - Parameters:
  ///   - path: the file's.
  ///   - followsLink: whether the file itself may be a link. Folders on the way may be anyhow.
  public static func read(_ path: String, followsLink: Bool = false) -> Outcome {
    do throws(SystemError) {
      return judge(try Platform.readOrdinaryFile(path, limit: sizeLimit, followsLink: followsLink))
    } catch {
      if error.isLink, !followsLink { return .binary }
      return .unreadable(error.isMissing ? "there is no such file" : error.message)
    }
  }

  /// What bytes are that were read elsewhere.
  public static func judge(_ bytes: [UInt8]) -> Outcome {
    if bytes.count > sizeLimit { return .tooLong }
    if bytes.prefix(headLength).contains(0) { return .binary }
    return isWellFormed(bytes) ? .text(bytes) : .binary
  }

  /// What editors show of a text: all but its byte order mark. Lines and columns are counted in this.
  public static func shown(_ text: [UInt8]) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return text.starts(with: mark) ? Array(text.dropFirst(mark.count)) : text
  }

  private static func isWellFormed(_ bytes: [UInt8]) -> Bool {
    // Most texts are ASCII, which needs no decoding.
    var at = 0
    let count = bytes.count
    while at < count, bytes[at] < 0x80 { at += 1 }
    if at == count { return true }
    return String(validating: bytes[at...], as: UTF8.self) != nil
  }
}
