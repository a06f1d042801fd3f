import Mentions
import TextModel

/// How clients accept an offer: what their changes look like on the wire.
extension TypingScript {
  public enum Style: String, Sendable, CaseIterable {
    /// One change from the control character to the cursor: VS Code, Helix, Eglot.
    case one
    /// The same, and the word behind the cursor goes too: VS Code in replace mode.
    case overwrite
    /// The additional edits first, in a notification of their own, as VS Code sends them; and last.
    case additionalFirst = "additional-first"
    case additionalLast = "additional-last"
    /// Character by character inside one notification: Neovim.
    case neovim
    /// The same after a pause, when Neovim sends its first change at once and gathers the others.
    case neovimSplit = "neovim-split"
    /// Six notifications within 10 ms, passing through the control character with the name: lsp-mode.
    case lspmode = "lsp-mode"
    /// The smallest edit that does it.
    case minimal
    /// The new text as a whole-document client sends it.
    case whole
    /// With a space behind, in the same edit.
    case space
    /// With a comma behind, as a commit character.
    case comma
  }

  mutating func accept(_ command: TypingCommand) {
    if command.name == "accept" { withEditor { $0.markShown() } }
    if command.name == "pick" { return pick(command) }
    let index = command.count - 1
    guard let list = editor.document.offers(), list.offers.indices.contains(index) else {
      return complain(command)
    }
    let style = command.words.lazy.compactMap { Style(rawValue: $0) }.first ?? .one
    let range = list.range.start.utf8..<list.range.end.utf8
    let text = list.offers[index].newText
    let tail = list.additionalEdits.first?.range.count ?? 0
    withEditor { editor in
      switch style {
      case .one:
        // Clients apply additional edits of a list from the last to the first, the main one first or last.
        let edits = list.additionalEdits + [TextReplacement(range: list.range, replacement: text)]
        editor.change(edits, cursor: range.lowerBound + text.count)
      case .additionalFirst:
        if !list.additionalEdits.isEmpty { editor.change(list.additionalEdits, cursor: range.upperBound) }
        editor.change(range, text)
      case .additionalLast:
        editor.change(range, text)
        let shift = text.count - range.count
        let edits = list.additionalEdits.map {
          TextReplacement(range: $0.range.shifted(by: shift), replacement: $0.replacement)
        }
        if !edits.isEmpty { editor.change(edits, cursor: editor.cursor) }
      case .overwrite: editor.change(range.lowerBound..<range.upperBound + tail, text)
      case .neovim: editor.change(Self.characterwise(range, editor.bytes, text))
      case .neovimSplit:
        let edits = Self.characterwise(range, editor.bytes, text)
        editor.change([edits[0]])
        editor.change([TextReplacement](edits.dropFirst()))
      case .lspmode: Self.lspMode(range, text, &editor)
      case .minimal:
        let edit = TextReplacement(range: list.range, replacement: text).trimmed(in: editor.document.text)
        editor.change(list.additionalEdits + [edit], cursor: range.lowerBound + text.count)
      case .whole:
        var bytes = editor.bytes
        bytes.replaceSubrange(range, with: text)
        editor.changeWhole(bytes, cursor: range.lowerBound + text.count)
      case .space: editor.change(range, text + [32])
      case .comma: editor.change(range, text + [44])
      }
    }
  }

  private mutating func pick(_ command: TypingCommand) {
    let id = OfferID(queryID: editor.document.chooser.queryID, index: command.count - 1)
    var edits: (edit: TextReplacement, additionalEdits: [TextReplacement])?
    withEditor { edits = $0.select(id) }
    guard let edits else { return complain(command) }
    withEditor { $0.change(edits.additionalEdits + [edits.edit]) }
  }

  /// Deletes one character after the other from the end, then inserts one after the other.
  private static func characterwise(_ range: Range<Int>, _ bytes: [UInt8], _ text: [UInt8])
    -> [TextReplacement]
  {
    var edits: [TextReplacement] = []
    var end = range.upperBound
    for character in String(decoding: bytes[range], as: UTF8.self).reversed() {
      let start = end - character.utf8.count
      edits.append(TextReplacement(range: TextRange(start, end), replacement: []))
      end = start
    }
    for character in String(decoding: text, as: UTF8.self) {
      edits.append(TextReplacement(TextRange(end, end), String(character)))
      end += character.utf8.count
    }
    return edits
  }

  /// `@al` → `@` → `@Alice Smith` → `@` → `@al` → `` → `Alice Smith`.
  private static func lspMode(_ range: Range<Int>, _ text: [UInt8], _ editor: inout TypingEditor) {
    let start = range.lowerBound
    let typed = Array(editor.bytes[range])
    let control = typed.isEmpty ? 0 : 1
    let key = Array(typed.dropFirst(control))
    editor.change(start + control..<range.upperBound, [])
    editor.change(start + control..<start + control, text)
    editor.wait(4)
    editor.change(start + control..<start + control + text.count, [])
    editor.change(start + control..<start + control, key)
    editor.change(start..<start + typed.count, [])
    editor.wait(4)
    editor.change(start..<start, text)
  }
}
