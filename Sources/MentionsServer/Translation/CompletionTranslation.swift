import Entities
import JSONText
import LanguageProtocol
import Mentions

/// What of an entity is shown in a row: texts that are too long for one are cut.
struct ShownEntity {
  let name: String
  let handle: String?
  let detail: String?

  init(_ entity: Entity) {
    name = ShownText.clipped(entity.name)
    handle = entity.handle.map { ShownText.clipped($0) }
    detail = entity.detail.map { ShownText.clipped($0) }
  }
}

/// The chooser as a completion list (the behaviour, section 11).
struct CompletionTranslation {
  let positions: PositionTranslation
  let client: ClientFeatures
  /// Shown while sources are searching; empty = never.
  let loadingItem: String
  /// ``OpenDocument/number``.
  let document: Int
  /// Months without a commit after which somebody has left; nil: only who is marked as gone.
  var leftAfter: Int?

  func list(_ offers: OfferList, in document: MentionsDocument) -> CompletionList {
    let typed = positions.range(offers.range, in: document.text)
    var range = typed
    var additional = offers.additionalEdits.map { positions.edit($0, in: document.text) }
    if client.completionReplacesWordBehind, let word = additional.last, word.newText.isEmpty,
      word.range.start == range.end
    {
      range.end = word.range.end
      additional.removeLast()
    }
    let digits = String(offers.offers.count).utf8.count
    let filter = FilterText(typed: offers.typed, key: offers.key)
    var items = offers.offers.map { offer in
      var item = item(for: offer, filter, range: range)
      item.sortText = padded(offer.id.index, to: digits)
      if !additional.isEmpty { item.additionalTextEdits = additional }
      return item
    }
    // It writes what is there, and knows no word behind it.
    if offers.isLoading, !loadingItem.isEmpty, range == typed {
      items.append(placeholder(typed: offers.typed, range: range, rank: padded(items.count, to: digits)))
    }
    return CompletionList(
      isIncomplete: true,
      itemDefaults: client.completionEditRangeDefaults ? CompletionItemDefaults(editRange: range) : nil,
      items: items)
  }

  private func item(for offer: Offer, _ filter: FilterText, range: LanguageProtocol.Range) -> CompletionItem {
    let entity = offer.entity
    let shown = ShownEntity(entity)
    var item = CompletionItem(label: shown.name)
    // One for all: nvim-cmp sorts by kind before rank. None is for people, and this one every client knows.
    item.kind = .reference
    if MentionRules.departure(of: entity, after: leftAfter) != nil {
      switch client.deprecation {
      case .tag: item.tags = [.deprecated]
      case .flag: item.deprecated = true
      case nil: break
      }
    }
    if client.completionLabelDetails {
      item.labelDetails = CompletionItemLabelDetails(
        detail: shown.handle.map { " @\($0)" }, description: shown.detail)
    } else {
      item.detail = shown.detail
    }
    let names = [shown.name, shown.handle].compactMap { $0 }
    item.filterText = filter.text(of: names)
    place(String(decoding: offer.newText, as: UTF8.self), over: range, in: &item)
    let reference = OfferReference(document: document, offer: offer.id).json
    item.data = reference
    item.command = Command(
      title: "Accept mention", command: .accept, arguments: [reference])
    if !client.resolvesDocumentation {
      item.documentation = EntityCard(entity).documentation(in: client.documentationFormat)
    }
    return item
  }

  /// The only offer as ghost text; nil where accepting it would take more than one edit.
  func inlineItem(_ offers: OfferList, in document: MentionsDocument) -> InlineCompletionItem? {
    guard let offer = offers.offers.first, offers.additionalEdits.isEmpty else { return nil }
    let shown = ShownEntity(offer.entity)
    let reference = OfferReference(document: self.document, offer: offer.id).json
    return InlineCompletionItem(
      insertText: String(decoding: offer.newText, as: UTF8.self),
      filterText: FilterText(typed: offers.typed, key: offers.key).text(
        of: [shown.name, shown.handle].compactMap { $0 }),
      range: positions.range(offers.range, in: document.text),
      command: Command(title: "Accept mention", command: .accept, arguments: [reference]))
  }

  /// An item that says that there is more to come and inserts what is there already.
  private func placeholder(typed: String, range: LanguageProtocol.Range, rank: String) -> CompletionItem {
    let label = ShownText.clipped(ShownText.line(loadingItem))
    var item = CompletionItem(label: label)
    // An item that is exactly what was typed would come first in VS Code and nvim-cmp.
    item.filterText = FilterText(typed: typed, key: typed).text(of: [label])
    item.sortText = rank
    place(typed, over: range, in: &item)
    return item
  }

  private func place(_ text: String, over range: LanguageProtocol.Range, in item: inout CompletionItem) {
    if client.completionEditRangeDefaults {
      if text != item.label { item.textEditText = text }
    } else {
      item.textEdit = TextEdit(range: range, newText: text)
    }
  }

  private func padded(_ rank: Int, to digits: Int) -> String {
    let text = String(rank)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

extension CompletionList {
  /// Nothing to offer here and now; the next key may change that.
  static let nothing = CompletionList(isIncomplete: true, items: [])
}
