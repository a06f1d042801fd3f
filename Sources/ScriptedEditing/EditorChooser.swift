import LanguageProtocol

/// A completion list as an editor shows it: filtered, sorted, ready to be accepted.
package struct EditorChooser: Sendable {
  package struct Row: Sendable {
    package let item: CompletionItem
    package let newText: String
    /// What accepting replaces, in scalars.
    package let range: Swift.Range<Int>

    package var label: String { item.label }
  }

  package let rows: [Row]
  package let isIncomplete: Bool

  package static let closed = EditorChooser(rows: [], isIncomplete: false)

  package var isOpen: Bool { !rows.isEmpty }
  package var labels: [String] { rows.map(\.label) }

  private init(rows: [Row], isIncomplete: Bool) {
    self.rows = rows
    self.isIncomplete = isIncomplete
  }

  /// Reads a list as a strict editor would: throws where some editor could not use it. `replacesWordBehind`: the editor
  /// asked for ranges that go on behind the cursor.
  package init(
    _ list: CompletionList, in text: EditorText, cursor: Int, replacesWordBehind: Bool = false
  ) throws(EditorError) {
    var rows: [Row] = []
    for item in list.items {
      let row = try Self.row(item, list.itemDefaults, in: text)
      guard row.range.upperBound == cursor || (replacesWordBehind && row.range.upperBound > cursor) else {
        throw EditorError("the range of “\(item.label)” does not end at the cursor")
      }
      if let first = rows.first, first.range != row.range {
        throw EditorError("“\(item.label)” has another range than “\(first.label)”")
      }
      rows.append(row)
    }
    isIncomplete = list.isIncomplete
    self.rows = rows.filter { Self.passes($0, in: text, cursor: cursor) }
      .enumerated()
      .sorted { ($0.element.sortKey, $0.offset) < ($1.element.sortKey, $1.offset) }
      .map(\.element)
  }

  private static func row(
    _ item: CompletionItem, _ defaults: CompletionItemDefaults?, in text: EditorText
  ) throws(EditorError) -> Row {
    guard let range = item.textEdit?.range ?? defaults?.editRange else {
      throw EditorError("“\(item.label)” does not say what it replaces")
    }
    guard let place = text.indices(of: range) else {
      throw EditorError("the range of “\(item.label)” is not in the text")
    }
    guard range.start.line == range.end.line else {
      throw EditorError("the range of “\(item.label)” spans lines")
    }
    let newText = item.textEdit?.newText ?? item.textEditText ?? item.label
    return Row(item: item, newText: newText, range: place)
  }

  /// The strictest filter in use: the text in the range up to the cursor must be a prefix of the filter text.
  private static func passes(_ row: Row, in text: EditorText, cursor: Int) -> Bool {
    let typed = text.string(row.range.lowerBound..<cursor).lowercased()
    return (row.item.filterText ?? row.label).lowercased().hasPrefix(typed)
  }
}

extension EditorChooser.Row {
  fileprivate var sortKey: String { item.sortText ?? label }
}
