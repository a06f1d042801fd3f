import Entities
import JSONText
import LanguageProtocol
import Mentions

/// The texts of an entity in one row of a list; long texts are clipped.
struct EntityLabels {
  let name: String
  let handle: String?
  let detail: String?

  init(_ entity: Entity) {
    name = ShownText.clipped(entity.name)
    handle = entity.handle.map { ShownText.clipped($0) }
    detail = entity.detail.map { ShownText.clipped($0) }
  }

  /// The difference from other entities with the same name, if any, followed by the detail.
  func detail(after difference: String?) -> String? {
    guard let difference, let detail else { return difference ?? detail }
    return difference + " · " + detail
  }
}

/// Differences between entities with the same name in a list (Behaviour, section 4).
struct NameDifferences {
  /// Entities that share a name, by name.
  private let alike: [String: [Entity]]

  /// - Complexity: O(entities).
  init(_ entities: some Sequence<Entity>) {
    alike = Dictionary(grouping: entities, by: \.name).filter { $0.value.count > 1 }
  }

  /// The first field that distinguishes an entity from others with its name: e-mail address, source or id. Nil if no
  /// other entity has the name, or if no field distinguishes it.
  subscript(entity: Entity) -> String? {
    guard !alike.isEmpty, let others = alike[entity.name] else { return nil }
    let fields: [(Entity) -> String?] = [{ $0.email }, { $0.source }, { $0.id }]
    for field in fields {
      guard let value = field(entity), !value.isEmpty, value != entity.name else { continue }
      if others.count(where: { field($0) == value }) == 1 { return ShownText.clipped(value) }
    }
    return nil
  }
}

/// Converts the chooser to a completion list (Behaviour, section 11).
struct CompletionTranslation {
  let positions: PositionTranslation
  let client: ClientFeatures
  /// The label shown while sources are searching; empty for none.
  let loadingItem: String
  /// ``OpenDocument/number``.
  let document: Int
  /// The number of months without a commit after which a person counts as having left; 0 if only entities marked as
  /// gone do.
  var leftAfter = 0

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
    let differences = NameDifferences(offers.offers.lazy.map(\.entity))
    var items = offers.offers.map { offer in
      var item = item(for: offer, filter, range: range)
      describe(offer.entity, differences, in: &item)
      item.sortText = padded(offer.id.index, to: digits)
      if !additional.isEmpty { item.additionalTextEdits = additional }
      return item
    }
    // The placeholder inserts the typed text again, so it is omitted if it would replace the word after the cursor.
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
    let shown = EntityLabels(entity)
    var item = CompletionItem(label: shown.name)
    // All items have the same kind, because nvim-cmp sorts by kind before rank. LSP has no kind for people; all clients
    // know this one.
    item.kind = .reference
    if MentionRules.departure(of: entity, after: leftAfter) != nil {
      switch client.deprecation {
      case .tag: item.tags = [.deprecated]
      case .flag: item.deprecated = true
      case nil: break
      }
    }
    let names = [shown.name, shown.handle].compactMap { $0 }
    item.filterText = filter.text(of: names)
    place(String(decoding: offer.newText, as: UTF8.self), over: range, in: &item)
    let reference = OfferReference(document: document, offer: offer.id).json
    item.data = reference
    if client.runsItemCommands {
      item.command = Command(title: "Accept mention", command: .accept, arguments: [reference])
    }
    if !client.resolvesDocumentation {
      item.documentation = EntityCard(entity).documentation(in: client.documentationFormat)
    }
    return item
  }

  /// Adds the difference from other entities with the same name, and further known fields.
  private func describe(_ entity: Entity, _ differences: NameDifferences, in item: inout CompletionItem) {
    let shown = EntityLabels(entity)
    guard client.completionLabelDetails else {
      item.detail = shown.detail(after: differences[entity])
      return
    }
    let handle = shown.handle.map { " @\($0)" }
    let difference = differences[entity]
    if handle != nil || difference != nil {
      item.labelDetails = CompletionItemLabelDetails(detail: handle, description: difference)
    }
    item.detail = shown.detail
  }

  /// The only offer as ghost text. Nil if accepting it would take more than one edit, or if the client can only display
  /// ghost text that continues the typed text and the offer does not.
  func inlineItem(_ offers: OfferList, in document: MentionsDocument) -> InlineCompletionItem? {
    guard let offer = offers.offers.first, offers.additionalEdits.isEmpty,
      !client.ghostTextOnlyAdds || offer.newText.starts(with: offers.typed.utf8)
    else { return nil }
    let shown = EntityLabels(offer.entity)
    let reference = OfferReference(document: self.document, offer: offer.id).json
    return InlineCompletionItem(
      insertText: String(decoding: offer.newText, as: UTF8.self),
      filterText: FilterText(typed: offers.typed, key: offers.key).text(
        of: [shown.name, shown.handle].compactMap { $0 }),
      range: positions.range(offers.range, in: document.text),
      command: Command(title: "Accept mention", command: .accept, arguments: [reference]))
  }

  /// An item that indicates pending results and inserts the text that is already there.
  private func placeholder(typed: String, range: LanguageProtocol.Range, rank: String) -> CompletionItem {
    let label = ShownText.clipped(ShownText.line(loadingItem))
    var item = CompletionItem(label: label)
    // An item equal to the typed text would be sorted first by VS Code and nvim-cmp.
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
  /// A list for a position where there are no offers now; the next keystroke may change that.
  static let nothing = CompletionList(isIncomplete: true, items: [])

  /// A list for a position where there are no offers, even after further keystrokes, because the text is code. It does
  /// not replace the list of another server.
  static let nothingInCode = CompletionList(isIncomplete: false, items: [])
}

// MARK: - Filter text

/// Text that clients compare with the text in an item's range (LSP: `filterText`).
///
/// 1. It begins with the typed text: Neovim requires a prefix, and every other filter accepts one.
/// 2. If a name begins with the key, the rest of the word in which the key ends follows, so that letters typed before
/// the answer arrives still match.
/// 3. The words of the names follow, with Hangul syllables written as the steps in which they are composed, because an
/// answer may arrive while the client shows the next step (`@김처` of `@김철수`). Fuzzy filters (Helix, blink.cmp) rank
/// letters at the start of a word above those inside it, depending on the preceding character. The character before
/// each word here, `~`, ranks lower than the one before a key. So the typed text is the best match in every item, all
/// items match equally, and the order is that of `sortText`.
/// 4. It ends with a space, in case a space is typed before the answer arrives.
struct FilterText {
  private let typed: [UInt8]
  private let key: String
  /// The key in lower case if it is ASCII, otherwise nil.
  private let plainKey: [UInt8]?

  private static let joint = UInt8(ascii: "~")

  /// - Parameters:
  ///   - typed: The typed text, which must be the best match.
  ///   - key: The end of `typed` that was searched for.
  init(typed: String, key: String) {
    self.typed = Array(typed.utf8)
    self.key = key.lowercased()
    plainKey = key.utf8.allSatisfy { $0 < 0x80 } ? Array(self.key.utf8) : nil
  }

  /// The filter text of an item, from the names by which the item is found. Linear in the length of the names. Because
  /// a list has up to a thousand items, ASCII names are processed byte by byte, and only other names character by
  /// character.
  func text(of names: [String]) -> String {
    var text = typed
    text.reserveCapacity(typed.count + names.reduce(2) { $0 + $1.utf8.count + 8 })
    let plain = names.map { Self.plainLowercase($0) }
    for (name, plain) in zip(names, plain) {
      guard let rest = rest(of: name, plain) else { continue }
      text += rest
      break
    }
    for (name, plain) in zip(names, plain) {
      if let plain {
        Self.append(wordsOf: plain, to: &text)
      } else {
        Self.append(wordsOf: name.lowercased(), to: &text)
      }
    }
    text.append(UInt8(ascii: " "))
    return String(decoding: text, as: UTF8.self)
  }

  /// A name in lower case if it is ASCII, otherwise nil.
  private static func plainLowercase(_ name: String) -> [UInt8]? {
    var bytes = Array(name.utf8)
    for at in bytes.indices {
      let byte = bytes[at]
      if byte >= 0x80 { return nil }
      if byte &- UInt8(ascii: "A") < 26 { bytes[at] = byte | 0x20 }
    }
    return bytes
  }

  /// The rest of the word in which the key ends; nil if the name does not begin with the key.
  private func rest(of name: String, _ plain: [UInt8]?) -> ArraySlice<UInt8>? {
    if let plain, let plainKey {
      guard plain.starts(with: plainKey) else { return nil }
      return plain[plainKey.count...].prefix(while: Self.isOfWord)
    }
    let name = name.lowercased()
    guard name.hasPrefix(key) else { return nil }
    return Array(String(name.dropFirst(key.count).prefix(while: Self.isOfWord)).utf8)[...]
  }

  private static func append(wordsOf name: [UInt8], to text: inout [UInt8]) {
    var isInside = false
    for byte in name {
      let isOfWord = isOfWord(byte)
      if isOfWord {
        if !isInside { text.append(joint) }
        text.append(byte)
      }
      isInside = isOfWord
    }
  }

  private static func append(wordsOf name: String, to text: inout [UInt8]) {
    for word in name.split(whereSeparator: { !isOfWord($0) }) {
      text.append(joint)
      var steps = ""
      var last: Unicode.Scalar?
      for scalar in word.unicodeScalars {
        if let last, let joined = HangulComposition.syllable(last, taking: scalar) {
          steps.unicodeScalars.append(joined)
        }
        HangulComposition.append(stepsOf: scalar, to: &steps)
        last = scalar
      }
      text += steps.utf8
    }
  }

  private static func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}

/// Intermediate steps that an input method shows while a Hangul syllable is typed: `ㅊ`, `처`, `철`.
enum HangulComposition {
  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)

  /// Appends the steps of a syllable in typing order, the complete syllable last. Appends any other scalar unchanged.
  ///
  /// Source: The Unicode Standard, section 3.12, *Conjoining Jamo Behavior*.
  static func append(stepsOf scalar: Unicode.Scalar, to text: inout String) {
    if (0xAC00...0xD7A3).contains(scalar.value) {
      let index = scalar.value - 0xAC00
      let (initial, vowel, final) = (index / 588, index % 588 / 28, index % 28)
      func append(_ vowel: UInt32, _ final: UInt32) {
        guard let step = Unicode.Scalar(0xAC00 + (initial * 21 + vowel) * 28 + final) else { return }
        text.unicodeScalars.append(step)
      }
      text.unicodeScalars.append(initials[Int(initial)])
      if let first = firstVowel(of: vowel) { append(first, 0) }
      if final > 0 { append(vowel, 0) }
      let letters = finals[Int(final)]
      if letters.count > 1, let first = finals.firstIndex(of: [letters[0]]) { append(vowel, UInt32(first)) }
    }
    text.unicodeScalars.append(scalar)
  }

  /// The syllable that an input method shows while the first letter of the next syllable is still attached to it: `김`
  /// while `기민` is typed. Nil if that letter cannot end the syllable.
  static func syllable(_ scalar: Unicode.Scalar, taking next: Unicode.Scalar) -> Unicode.Scalar? {
    let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
    guard syllables.contains(scalar.value), syllables.contains(next.value) else { return nil }
    let final = (scalar.value - syllables.lowerBound) % 28
    let initial = initials[Int((next.value - syllables.lowerBound) / 588)]
    guard let joined = finals.firstIndex(of: finals[Int(final)] + [initial]) else { return nil }
    return Unicode.Scalar(scalar.value - final + UInt32(joined))
  }

  /// The letters of each final consonant, in typing order.
  private static let finals = ",ㄱ,ㄲ,ㄱㅅ,ㄴ,ㄴㅈ,ㄴㅎ,ㄷ,ㄹ,ㄹㄱ,ㄹㅁ,ㄹㅂ,ㄹㅅ,ㄹㅌ,ㄹㅍ,ㄹㅎ,ㅁ,ㅂ,ㅂㅅ,ㅅ,ㅆ,ㅇ,ㅈ,ㅊ,ㅋ,ㅌ,ㅍ,ㅎ"
    .unicodeScalars.split(separator: ",", omittingEmptySubsequences: false).map(Array.init)

  /// The first part of a vowel that takes two keystrokes (`ㅗ` of `ㅘ`).
  private static func firstVowel(of vowel: UInt32) -> UInt32? {
    switch vowel {
    case 9, 10, 11: 8
    case 14, 15, 16: 13
    case 19: 18
    default: nil
    }
  }
}
