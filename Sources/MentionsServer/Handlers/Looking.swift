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
      let same = mention(at: params.position, in: key)?.entity.key
    else { return nil }
    return everyMention(in: key).filter { $0.entity.key == same }.map {
      DocumentHighlight(range: positions.range($0.range, in: document.text), kind: .text)
    }
  }

  func hover(_ params: TextDocumentPositionParams) -> Hover? {
    let key = params.textDocument.uri
    guard let document = documents[key]?.mentions, let mention = mention(at: params.position, in: key) else {
      return nil
    }
    let format = client.hoverFormat ?? .plaintext
    let asMarkdown = format == .markdown
    let parts = [
      EntityCard(mention.entity, tellsLastCommit: true).text(asMarkdown: asMarkdown),
      mentioned(mention.entity.key, besides: key).text(asMarkdown: asMarkdown),
    ]
    return Hover(
      contents: MarkupContent(kind: format, value: parts.compactMap(\.self).joined(separator: "\n\n")),
      range: positions.range(mention.range, in: document.text))
  }

  /// Where somebody is mentioned, as far as that is known: nothing is searched for a hover. Before a request has had the
  /// workspace searched, that is this document.
  private func mentioned(_ entity: EntityKey, besides key: DocumentURI) -> MentionedPlaces {
    guard indexing.state == .ready else {
      return MentionedPlaces(count: everyMention(in: key).count { $0.entity.key == entity })
    }
    var places = MentionedPlaces(count: 0)
    var last: DocumentURI?
    for location in locations(of: entity) {
      places.count += 1
      if location.uri == last { continue }
      last = location.uri
      guard location.uri != key else { continue }
      places.otherFiles += 1
      if places.first.count < MentionedPlaces.mostShown, let path = pathInWorkspace(location.uri) {
        places.first.append(.init(path: path, uri: location.uri, line: location.range.start.line))
      }
    }
    return places
  }
}
