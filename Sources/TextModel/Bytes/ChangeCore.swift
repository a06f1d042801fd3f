/// How much of two versions of a stretch is alike at its start and its end, without cutting a scalar or
/// coming between CR and LF in either of them.
struct ChangeCore {
  private(set) var prefix: Int
  private(set) var suffix: Int

  /// `before` and `after` are the bytes round the stretch, nil at the ends of the text or where unknown.
  init(old: Span<UInt8>, new: Span<UInt8>, before: UInt8? = nil, after: UInt8? = nil) {
    self.init(
      prefix: ByteScan.commonPrefix(old, new), old: old, new: new, before: before, after: after)
  }

  /// `prefix` is the number of bytes that both begin with.
  init(prefix common: Int, old: Span<UInt8>, new: Span<UInt8>, before: UInt8?, after: UInt8?) {
    prefix = common
    while prefix > 0, Self.cuts(old, prefix, before, after) || Self.cuts(new, prefix, before, after) {
      prefix -= 1
    }
    suffix = ByteScan.commonSuffix(
      old.extracting(prefix..<old.count), new.extracting(prefix..<new.count))
    while suffix > 0,
      Self.cuts(old, old.count - suffix, before, after) || Self.cuts(new, new.count - suffix, before, after)
    {
      suffix -= 1
    }
  }

  static func cuts(_ span: Span<UInt8>, _ index: Int, _ before: UInt8? = nil, _ after: UInt8? = nil) -> Bool {
    guard let next = index < span.count ? span[index] : after else { return false }
    if UTF8Form.isContinuation(next) { return true }
    return next == ASCII.lineFeed && (index > 0 ? span[index - 1] : before) == ASCII.carriageReturn
  }
}
