/// What the scanner knows at one place of a text, given everything before it.
struct ScanState: Hashable, Sendable {
  enum Mode: Hashable, Sendable {
    /// Code, or Markdown outside of blocks that are not prose.
    case normal
    case lineComment(isDoc: Bool)
    case blockComment(open: [UInt8], close: [UInt8], depth: Int, isDoc: Bool)
    case string(close: [UInt8], escapes: Bool, isMultiline: Bool, isDoc: Bool)
    case regex(inClass: Bool)
    /// Markdown: the fence's sign, how often it is there, and whether a block quote holds it.
    case fence(UInt8, count: Int, quoted: Bool)
    case frontMatter(UInt8)
    /// Raw HTML in Markdown, until this tag is closed.
    case rawHTML([UInt8])
    /// Below the scissors of a commit message.
    case diff
  }

  /// Languages inside HTML.
  enum Embedded: Hashable, Sendable { case none, script, style, scriptTag, styleTag }

  var mode = Mode.normal
  var embedded = Embedded.none
  /// The last byte of code that is not whitespace, on any line; 0 at the start.
  var previous: UInt8 = 0
  /// Whether something other than whitespace precedes on this line.
  var lineHasText = false
}
