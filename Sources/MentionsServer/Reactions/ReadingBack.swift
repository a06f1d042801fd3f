import Entities
import LanguageProtocol
import Mentions
import TextModel

/// Annotating what the text itself tells: on opening, when sources were read, and when text is pasted.
extension Session {
  /// Longer documents are not read through, in bytes.
  private static let longestRead = 32 << 20

  /// Reads a whole document back, once what is kept of it has been restored.
  func readBack(_ key: DocumentURI) {
    guard let document = documents[key], kept[key]?.status != .reading,
      document.mentions.canReadBack
    else { return }
    guard document.mentions.text.buffer.count <= Self.longestRead else {
      return log(.info, "\(key) is too long to look for mentions in it")
    }
    let lookups = lookups(for: document)
    guard !lookups.isEmpty else { return }
    update(key) { $0.readBack { lookups[$0] } }
  }

  /// Sources or formats are others now.
  func readBackAll() {
    for key in openKeys { readBack(key) }
    findAnew()
    refreshNames()
  }

  /// Text came in one piece.
  func pasted(_ pasted: PastedText, in key: DocumentURI) {
    recognise(pasted, in: key)
    readBack(touching: pasted.range, in: key)
  }

  /// Reads back what was pasted or typed out. What waits for a source that is being read is found when it has been:
  /// then the whole document is read.
  func readBack(touching range: TextRange, in key: DocumentURI) {
    guard let document = documents[key], document.mentions.canReadBack, range.count <= Self.longestRead else {
      return
    }
    let lookups = lookups(for: document)
    guard !lookups.isEmpty else { return }
    update(key) { $0.readBack(touching: range) { lookups[$0] } }
  }

  // MARK: Who can be meant

  /// By trigger. Without those whose sources are still being read: two of one name are none, and the second may be
  /// on its way.
  func lookups(for document: OpenDocument) -> [Int?: InsertFormat.Lookup] {
    let policy = document.mentions.policy
    let settings = settings[document.uri]
    var lookups: [Int?: InsertFormat.Lookup] = [:]
    for (index, trigger) in policy.triggers.enumerated() {
      lookups[index] = lookup(in: trigger.sources, of: settings)
    }
    // Who is left out unasked may have been mentioned all the same.
    lookups[Int?.none] = lookup(in: [SettingsReferences.all], of: settings)
    return lookups
  }

  private func lookup(in names: [String], of settings: ServerSettings) -> InsertFormat.Lookup? {
    guard let (catalog, _) = catalog(behind: names, of: settings) else { return nil }
    return { [self] field, value in
      guard let field = EntityFieldIndex.Field(field) else { return [] }
      return fieldIndexes.index(field, of: catalog).entities(with: value)
    }
  }

  // MARK: Copies

  /// Annotates what is a copy of a stretch of an open document, or was cut out of another one; else lines that are
  /// equal to lines of its own document.
  private func recognise(_ pasted: PastedText, in key: DocumentURI) {
    guard let text = documents[key]?.mentions.text, documents.values.contains(where: \.mayBeCopied),
      !(client.gathersTyping && text.buffer.mayBeTyped(pasted.range))
    else { return }
    for range in documents[key]?.mentions.pieces(of: pasted) ?? [] {
      let found = copies(of: text.buffer.bytes(in: range), at: range, in: key)
      if found.isEmpty { continue }
      return update(key) { $0.annotate(copyOf: found, at: range.start) }
    }
    update(key) { $0.annotateLines(of: pasted) }
  }

  private func copies(of wanted: [UInt8], at place: TextRange, in key: DocumentURI) -> [AnnotatedText] {
    var search = CopySearch(for: wanted)
    var cut: [AnnotatedText] = []
    for (other, document) in documents where document.mayBeCopied {
      let mentions = document.mentions
      search.search(mentions.annotations, in: mentions.text, excluding: other == key ? place : nil)
      if other != key, let text = mentions.annotations.removed.remembered(wanted) { cut.append(text) }
    }
    return search.isExhausted ? [] : search.found + cut
  }
}

extension OpenDocument {
  fileprivate var mayBeCopied: Bool { !mentions.annotations.isEmpty || !mentions.annotations.removed.isEmpty }
}

extension TextBuffer {
  /// Whether so little can have been typed while a client was gathering keys.
  fileprivate func mayBeTyped(_ range: TextRange) -> Bool {
    let keys = 8
    var place = range.start
    for _ in 0..<keys {
      guard let next = graphemeEnd(after: place), next <= range.end else { return true }
      if self[place] == 10 || self[place] == 13 { return false }
      place = next
    }
    return false
  }
}
