import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/linkedEditingRange`: what is edited together.
extension Session {
  /// What a handle is made of (the behaviour, section 1), in ASCII; everything beyond it.
  private static let handlePattern = #"[^\s!-,:-@\[-^`{-~]*"#

  /// The same handle of nobody, wherever the document has it: what is misspelt there is mended everywhere at once. Null for
  /// anything else: a mention of somebody who is known becomes plain text when it is edited, or would mean another person.
  func linkedEditingRanges(_ params: TextDocumentPositionParams, _ id: RPCID) {
    whenPeopleAreKnown(in: params.textDocument.uri, id) { $0.answer(id, $0.linkedRanges(params)) }
  }

  private func linkedRanges(_ params: TextDocumentPositionParams) -> LinkedEditingRanges? {
    let key = params.textDocument.uri
    guard let document = documents[key] else { return nil }
    let text = document.mentions.text
    let offset = positions.offset(of: params.position, in: text)
    let unknown = unknownMentions(in: key)
    guard let here = unknown.last(where: { $0.touches(offset) }) else { return nil }
    let written = text.buffer.bytes(in: here)
    let triggers = document.mentions.policy.triggers.map { Array($0.character.utf8) }
    guard let trigger = triggers.filter({ written.starts(with: $0) }).map(\.count).max(),
      offset >= here.start + trigger
    else { return nil }
    let same = unknown.filter { $0.count == here.count && text.buffer.holds(written, at: $0.start) }
    guard same.count > 1 else { return nil }
    return LinkedEditingRanges(
      ranges: same.map { positions.range(TextRange($0.start + trigger, $0.end), in: text) },
      wordPattern: Self.handlePattern)
  }
}
