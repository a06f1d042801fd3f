import Entities
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/documentHighlight` and `textDocument/hover`: how clients without semantic tokens show mentions.
extension Session {
  /// All mentions of the entity under the cursor. It also tells where the cursor is.
  func documentHighlight(_ params: TextDocumentPositionParams) -> [DocumentHighlight]? {
    let key = params.textDocument.uri
    guard let text = documents[key]?.mentions.text else { return nil }
    let offset = positions.offset(of: params.position, in: text)
    update(key) { $0.moveCursor(to: offset, selection: nil, now: now) }
    guard let document = documents[key]?.mentions, !document.hasSelection,
      let here = document.annotations.annotation(touching: offset)
    else { return nil }
    let same = here.entity.key
    return document.annotations.filter { $0.entity.key == same }.map {
      DocumentHighlight(range: positions.range($0.range, in: document.text), kind: .text)
    }
  }

  func hover(_ params: TextDocumentPositionParams) -> Hover? {
    guard let document = documents[params.textDocument.uri]?.mentions else { return nil }
    let offset = positions.offset(of: params.position, in: document.text)
    guard let annotation = document.annotations.annotation(touching: offset) else { return nil }
    return Hover(
      contents: EntityCard(annotation.entity).documentation(in: client.hoverFormat ?? .plaintext),
      range: positions.range(annotation.range, in: document.text))
  }
}
