import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/semanticTokens/full`, `full/delta` and `range`.
extension Session {
  /// The first request for a document waits until the people are known if the client does not support refreshing tokens.
  func semanticTokensFull(_ params: SemanticTokensParams) async throws(RPCError) -> SemanticTokens {
    let key = params.textDocument.uri
    if !client.refreshesSemanticTokens, documents[key]?.tokens == nil { try await peopleAreKnown(in: key) }
    return fullTokens(of: key)
  }

  func semanticTokensDelta(_ params: SemanticTokensDeltaParams) -> SemanticTokensDeltaResult {
    let key = params.textDocument.uri
    guard let document = documents[key], let known = document.tokens,
      String(known.resultID) == params.previousResultId
    else { return .tokens(fullTokens(of: key)) }
    let (edit, next) = known.delta(
      to: document.mentions, by: tokenTranslation(for: key), resultID: tokens.nextResultID())
    withDocument(key) { $0.tokens = next }
    return .delta(SemanticTokensDelta(resultId: String(next.resultID), edits: edit.map { [$0] } ?? []))
  }

  func semanticTokensRange(_ params: SemanticTokensRangeParams) -> SemanticTokens {
    guard let document = documents[params.textDocument.uri] else { return SemanticTokens(data: []) }
    let mentions = document.mentions
    let range = positions.range(params.range, in: mentions.text)
    return SemanticTokens(
      data: tokenTranslation(for: params.textDocument.uri).tokens(in: range, of: mentions))
  }

  private func fullTokens(of key: DocumentURI) -> SemanticTokens {
    guard let document = documents[key] else { return SemanticTokens(data: []) }
    let translation = tokenTranslation(for: key)
    let cache = SemanticTokenCache(
      translation.tokens(of: document.mentions), of: document.mentions, translation,
      resultID: tokens.nextResultID())
    withDocument(key) { $0.tokens = cache }
    return SemanticTokens(resultId: String(cache.resultID), data: cache.data)
  }

  private func tokenTranslation(for key: DocumentURI) -> SemanticTokenTranslation {
    SemanticTokenTranslation(encoding: client.positionEncoding, styles: styleSheet(for: key))
  }

  /// The appearance of a document's mentions and attributes.
  func styleSheet(for document: DocumentURI) -> StyleSheet {
    StyleSheet(styles: settings[document].styles, names: tokens.styleNames)
  }

  /// Handles a change of the appearance of mentions or attributes without an edit.
  func refreshTokens() {
    guard client.refreshesSemanticTokens else { return }
    ask(.semanticTokensRefresh, JSONValue?.none)
  }
}

// MARK: - Tokens sent to the client

/// State of semantic tokens in a session.
struct TokenState {
  var styleNames = StyleNames()
  private var lastResult = 0

  /// A new number for a list of tokens.
  fileprivate mutating func nextResultID() -> Int {
    lastResult += 1
    return lastResult
  }
}

/// The last tokens sent to the client, so that the next answer can be a delta.
struct SemanticTokenCache {
  fileprivate let resultID: Int
  /// The revision of the annotations on which the tokens are based.
  fileprivate let revision: Int
  /// The number of annotations.
  private let annotations: Int
  /// Whether there were attributes, which result in additional tokens and divide others.
  private let hasAttributes: Bool
  /// The revision of the style modifiers.
  private let styles: Int
  fileprivate let data: [Int]

  /// Whether each annotation has exactly one token, so that the annotation and its token have the same index.
  private var isUniform: Bool { !hasAttributes && data.count == annotations * 5 }

  init(_ data: [Int], of document: MentionsDocument, _ translation: SemanticTokenTranslation, resultID: Int) {
    self.resultID = resultID
    revision = document.annotations.revision
    annotations = document.annotations.count
    hasAttributes = !document.attributes.isEmpty
    styles = translation.styles.revision
    self.data = data
  }

  /// The delta as one edit of the number list. O(change) if each annotation has one token and the annotations still
  /// record what has changed since the previous tokens, else O(list).
  fileprivate func delta(
    to document: MentionsDocument, by translation: SemanticTokenTranslation, resultID: Int
  ) -> (edit: SemanticTokensEdit?, next: SemanticTokenCache) {
    let store = document.annotations
    func change(_ old: Swift.Range<Int>, to new: [Int]) -> (SemanticTokensEdit?, SemanticTokenCache) {
      let isSame = data[old].elementsEqual(new)
      var next = data
      if !isSame { next.replaceSubrange(old, with: new) }
      return (
        isSame ? nil : SemanticTokensEdit(start: old.lowerBound, deleteCount: old.count, data: new),
        SemanticTokenCache(next, of: document, translation, resultID: resultID)
      )
    }
    if isUniform, document.attributes.isEmpty, styles == translation.styles.revision,
      let untouched = store.untouched(since: revision)
    {
      let middle = untouched.prefix..<store.count - untouched.suffix
      let new = translation.tokens(of: middle, in: document)
      if new.count == middle.count * 5 {
        return change(untouched.prefix * 5..<(annotations - untouched.suffix) * 5, to: new)
      }
    }
    let all = translation.tokens(of: document)
    let prefix = zip(data, all).prefix { $0 == $1 }.count
    let suffix = zip(data[prefix...].reversed(), all[prefix...].reversed()).prefix { $0 == $1 }.count
    return change(prefix..<data.count - suffix, to: Array(all[prefix..<all.count - suffix]))
  }
}

// MARK: - Tokens of a text

/// Converts annotations to LSP semantic tokens: five numbers each, relative to the previous token.
struct SemanticTokenTranslation {
  let encoding: PositionEncoding
  let styles: StyleSheet

  /// All tokens of a document.
  func tokens(of document: MentionsDocument) -> [Int] {
    document.attributes.isEmpty
      ? tokens(of: 0..<document.annotations.count, in: document)
      : tokens(of: StyledStretch.all(in: document, nil, modifierBits(_:in:)), in: document.text)
  }

  /// The tokens in a range, including those that overlap its bounds.
  func tokens(in range: TextRange, of document: MentionsDocument) -> [Int] {
    document.attributes.isEmpty
      ? tokens(of: document.annotations.indices(in: range), in: document, relativeToStart: true)
      : tokens(of: StyledStretch.all(in: document, range, modifierBits(_:in:)), in: document.text)
  }

  private func tokens(of stretches: [StyledStretch], in text: IndexedText) -> [Int] {
    var writer = SemanticTokenWriter(encoding)
    for stretch in stretches {
      writer.add(stretch.range, type: stretch.isMention ? 0 : 1, modifiers: stretch.modifiers, in: text)
    }
    return writer.data
  }

  /// The tokens of the annotations in `indices`. The first token is relative to the preceding annotation or, if there
  /// is none or `relativeToStart` is true, to the start of the document.
  func tokens(
    of indices: Swift.Range<Int>, in document: MentionsDocument, relativeToStart: Bool = false
  ) -> [Int] {
    let text = document.text
    let annotations = document.annotations
    var writer = SemanticTokenWriter(encoding)
    writer.data.reserveCapacity(indices.count * 5)
    if !relativeToStart, indices.lowerBound > 0, !indices.isEmpty {
      writer.begin(behind: annotations.range(at: indices.lowerBound - 1), in: text)
    }
    for index in indices {
      writer.add(
        annotations.range(at: index), type: 0, modifiers: modifierBits(of: index, in: document), in: text)
    }
    return writer.data
  }

  private func modifierBits(of index: Int, in document: MentionsDocument) -> Int {
    let annotations = document.annotations
    return (annotations.state(at: index) == .trimmed ? 1 : 0) | (annotations.litUpIndex == index ? 2 : 0)
      | styles.modifierBits(of: index, in: annotations)
  }

  private func modifierBits(_ part: StyledStretch.Part, in document: MentionsDocument) -> Int {
    switch part {
    case .mention(let index): modifierBits(of: index, in: document)
    case .attribute(let name): styles.modifierBits(ofAttribute: name)
    }
  }
}

/// Writes ranges of text, in order, as semantic tokens of five numbers each.
struct SemanticTokenWriter {
  var data: [Int] = []
  private var cursor: PositionCursor
  /// The start of the previous token.
  private var last = TextPosition(line: 0, column: 0)

  init(_ encoding: PositionEncoding) { cursor = PositionCursor(encoding) }

  /// Starts after a range that has already been written: the next token is encoded relative to the last token of that
  /// range.
  mutating func begin(behind range: TextRange, in text: IndexedText) {
    let start = cursor.encoding.position(of: range.start, in: text)
    let end = cursor.encoding.position(of: range.end, in: text)
    last = pieces(from: start, to: end, in: text).last?.start ?? start
  }

  /// Appends a range. A token cannot span lines, so a range over several lines becomes one token per line.
  mutating func add(_ range: TextRange, type: Int, modifiers: Int, in text: IndexedText) {
    let start = cursor.position(of: range.start, in: text)
    let end = cursor.position(of: range.end, in: text)
    if start.line == end.line {
      add(start, end.column - start.column, type, modifiers)
    } else {
      for piece in pieces(from: start, to: end, in: text) { add(piece.start, piece.length, type, modifiers) }
    }
  }

  private mutating func add(_ start: TextPosition, _ length: Int, _ type: Int, _ modifiers: Int) {
    data.append(start.line - last.line)
    data.append(start.line == last.line ? start.column - last.column : start.column)
    data.append(length)
    data.append(type)
    data.append(modifiers)
    last = start
  }

  private struct Piece {
    let start: TextPosition
    /// The length in units of the negotiated position encoding.
    let length: Int
  }

  private func pieces(from start: TextPosition, to end: TextPosition, in text: IndexedText) -> [Piece] {
    (start.line...end.line).compactMap { line in
      let from = line == start.line ? start.column : 0
      let to = line == end.line ? end.column : length(ofLine: line, in: text)
      return to > from ? Piece(start: TextPosition(line: line, column: from), length: to - from) : nil
    }
  }

  private func length(ofLine line: Int, in text: IndexedText) -> Int {
    let encoding = cursor.encoding
    return encoding.position(
      of: encoding.offset(of: TextPosition(line: line, column: .max), in: text).0, in: text
    ).column
  }
}

/// A range of text with uniform appearance. Mentions and attributes, which may overlap, are divided into such ranges,
/// because tokens must not overlap.
struct StyledStretch: Hashable {
  /// A mention or an attribute, whose modifiers are to be determined.
  enum Part: Hashable {
    /// A mention, by its index.
    case mention(Int)
    case attribute(name: String)
  }

  var range: TextRange
  var isMention: Bool
  /// The bits of the legend's modifiers.
  var modifiers: Int

  /// All mentions, and the attributes that have a modifier, divided where they overlap; in order, disjoint.
  ///
  /// - Parameters:
  ///   - range: the range with which the results share at least one byte; nil for all.
  ///   - modifiers: returns the modifier bits for a mention or an attribute.
  /// - Complexity: O(n log n) for n results, times the number of mentions and attributes that overlap at one position.
  static func all(
    in document: MentionsDocument, _ range: TextRange?,
    _ modifiers: (Part, MentionsDocument) -> Int
  ) -> [StyledStretch] {
    let annotations = document.annotations
    let found = range.map { annotations.indices(in: $0) } ?? 0..<annotations.count
    var layers = found.map { index in
      StyledStretch(
        range: annotations.range(at: index), isMention: true, modifiers: modifiers(.mention(index), document))
    }
    for attribute in document.attributes.attributes(in: range) {
      let bits = modifiers(.attribute(name: attribute.name), document)
      if bits != 0 { layers.append(StyledStretch(range: attribute.range, isMention: false, modifiers: bits)) }
    }
    layers.sort { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) }
    let edges = Set(layers.flatMap { [$0.range.start, $0.range.end] }).sorted()
    var stretches: [StyledStretch] = []
    var open: [StyledStretch] = []
    var next = 0
    for (start, end) in zip(edges, edges.dropFirst()) {
      open.removeAll { $0.range.end <= start }
      while next < layers.count, layers[next].range.start == start {
        open.append(layers[next])
        next += 1
      }
      guard !open.isEmpty else { continue }
      stretches.append(
        StyledStretch(
          range: TextRange(start, end), isMention: open.contains(where: \.isMention),
          modifiers: open.reduce(0) { $0 | $1.modifiers }))
    }
    return stretches
  }
}

// MARK: - Styles

/// The legend of semantic tokens, sent once in the answer to `initialize`.
enum TokenLegend {
  /// The modifiers in the order of their bits.
  static let modifiers = ["trimmed", "litUp", "unknown"] + (1...StyleNames.slots).map { "style\($0)" }
  /// The bit of `style1`.
  fileprivate static let firstStyle = 3
  /// The token type of attributes outside of mentions, the second in the legend. Themes do not define it, so that only
  /// the modifiers determine the appearance.
  static let attributeType = "attribute"
}

/// The appearance of the mentions and attributes of one document.
struct StyleSheet {
  let styles: [DisplayStyle]
  let names: StyleNames

  /// A number that changes when modifiers may have another meaning.
  fileprivate var revision: Int { names.revision }

  /// The names of the styles of a mention, in the order of the settings, without duplicates.
  func styles(of annotation: Annotation) -> [String] {
    var found: [String] = []
    for style in styles
    where !found.contains(style.name)
      && style.matches(annotation.entity, annotation.state, litUp: annotation.litUp)
    {
      found.append(style.name)
    }
    return found
  }

  /// The names of the styles for attributes with this name: those defined for it in the settings, else the attribute
  /// name itself.
  func styles(ofAttribute name: String) -> [String] {
    let given = styles.filter { $0.when.attribute == name }.map(\.name)
    return given.isEmpty ? [name] : given
  }

  /// The bits of the legend's modifiers for a mention's styles. O(1) if there are no styles.
  fileprivate func modifierBits(of index: Int, in annotations: Annotations) -> Int {
    guard !styles.isEmpty else { return 0 }
    let state = annotations.state(at: index)
    let isLitUp = annotations.litUpIndex == index
    return styles.reduce(0) { bits, style in
      style.matches(annotations[index].entity, state, litUp: isLitUp) ? bits | bit(of: style.name) : bits
    }
  }

  fileprivate func modifierBits(ofAttribute name: String) -> Int {
    styles(ofAttribute: name).reduce(0) { $0 | bit(of: $1) }
  }

  private func bit(of name: String) -> Int {
    names.slot[name].map { 1 << (TokenLegend.firstStyle + $0) } ?? 0
  }

  /// The styles for editors: those in the settings, and the names of attributes that have no style in the settings.
  func infos(attributes: [String]) -> [StyleInfo] {
    var infos: [StyleInfo] = []
    for style in styles where !infos.contains(where: { $0.name == style.name }) {
      infos.append(
        StyleInfo(
          name: style.name, modifier: modifier(of: style.name), highlight: style.highlight, face: style.face,
          rounded: style.rounded ? true : nil,
          decoration: style.decoration.isEmpty ? nil : .object(style.decoration)))
    }
    for name in attributes
    where styles(ofAttribute: name) == [name] && !infos.contains(where: { $0.name == name }) {
      infos.append(StyleInfo(name: name, modifier: modifier(of: name)))
    }
    return infos
  }

  private func modifier(of name: String) -> String? {
    names.slot[name].map { TokenLegend.modifiers[TokenLegend.firstStyle + $0] }
  }
}

/// The names assigned to the token modifiers `style1` to `style8`. The legend is sent only once, by `initialize`; names
/// take its slots in order: those in the settings first, then the host's attributes.
struct StyleNames: Equatable {
  /// The number of slots in the legend.
  static let slots = 8

  private var settings: [DisplayStyle] = []
  private var host: [String] = []
  /// The slot of each name, from 0.
  private(set) var slot: [String: Int] = [:]
  /// A number that increases when the slot of a name or the styles in the settings change.
  private(set) var revision = 0

  /// Sets the styles in the settings of all folders, in order. Returns whether anything has changed.
  mutating func setSettings(_ styles: [DisplayStyle]) -> Bool {
    guard styles != settings else { return false }
    settings = styles
    assign()
    return true
  }

  /// Registers a name used by the host.
  mutating func register(_ name: String) {
    // Names that can never have a slot are not remembered.
    guard host.count < Self.slots, !host.contains(name) else { return }
    host.append(name)
    assign()
  }

  private mutating func assign() {
    slot = [:]
    for name in settings.map(\.name) + host where slot[name] == nil && slot.count < Self.slots {
      slot[name] = slot.count
    }
    revision += 1
  }
}
