import Entities
import MentionsServer
import SystemCalls

/// How a file was when it was read, and the file in which mentions of it are kept, in one number.
enum FileMark {
  /// Where a further change need not show in it: no file has this mark.
  static let none: UInt64 = 0

  /// A change of a file less than so many seconds after another one may leave its stamp as it is.
  private static let recent = CacheNotes.recent

  /// - Parameter kept: nil where no mentions of the file are kept.
  static func of(_ file: FileStamp, kept: FileStamp?) -> UInt64 {
    var numbers = file.numbers
    if let kept { numbers += kept.numbers }
    let checksum = unsafe Checksum.of(numbers.span.bytes)
    return checksum == none ? 1 : checksum
  }

  /// A mark that shows every change from now on, or ``none``.
  static func lasting(_ file: FileStamp, kept: FileStamp?) -> UInt64 {
    let now = Platform.secondsSince1970()
    let isRecent = file.seconds > now - recent || kept.map { $0.seconds > now - recent } ?? false
    return isRecent ? none : of(file, kept: kept)
  }
}
