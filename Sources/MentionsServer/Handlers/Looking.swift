import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/documentHighlight` and `textDocument/hover`: how clients without semantic tokens show mentions.
extension Session {
  /// All mentions of the entity under the cursor. It also tells where the cursor is: that at once, whatever the answer
  /// waits for.
  func documentHighlight(_ params: TextDocumentPositionParams, _ id: RPCID) {
    let key = params.textDocument.uri
    guard let text = documents[key]?.mentions.text else { return answer(id, JSONValue.null) }
    let offset = positions.offset(of: params.position, in: text)
    update(key) { $0.moveCursor(to: offset, selection: nil, now: now) }
    if documents[key]?.mentions.hasSelection == true { return answer(id, JSONValue.null) }
    whenMentionIsKnown(at: params.position, in: key, id) { session, mention in
      guard let same = mention?.entity.key, let text = session.documents[key]?.mentions.text else {
        return session.answer(id, JSONValue.null)
      }
      session.answer(
        id,
        session.everyMention(in: key).filter { $0.entity.key == same }.map {
          DocumentHighlight(range: session.positions.range($0.range, in: text), kind: .text)
        })
    }
  }

  func hover(_ params: TextDocumentPositionParams, _ id: RPCID) {
    let key = params.textDocument.uri
    whenMentionIsKnown(at: params.position, in: key, id) { session, mention in
      session.answer(id, mention.flatMap { session.hover(over: $0, in: key) })
    }
  }

  private func hover(over mention: FoundMention, in key: DocumentURI) -> Hover? {
    guard let document = documents[key]?.mentions else { return nil }
    let format = client.hoverFormat ?? .plaintext
    let asMarkdown = format == .markdown
    let parts = [
      EntityCard(mention.entity, tellsLastCommit: true).text(asMarkdown: asMarkdown),
      mentioned(person(mention.entity, in: key), besides: key).text(asMarkdown: asMarkdown),
    ]
    return Hover(
      contents: MarkupContent(kind: format, value: parts.compactMap(\.self).joined(separator: "\n\n")),
      range: positions.range(mention.range, in: document.text))
  }

  /// Where somebody is mentioned, as far as that is known: nothing is searched for a hover. Before a request has had the
  /// workspace searched, that is this document.
  private func mentioned(_ person: FolderPerson, besides key: DocumentURI) -> MentionedPlaces {
    guard indexing.state == .ready else {
      return MentionedPlaces(count: mentions(of: person, in: key).count)
    }
    let (count, files, first) = extent(of: person, besides: key, first: MentionedPlaces.mostShown)
    let shown = first.lazy.compactMap { place in
      self.pathInWorkspace(place.uri).map {
        MentionedPlaces.First(path: $0, uri: place.uri, line: place.range.start.line)
      }
    }
    return MentionedPlaces(
      count: count, otherFiles: files, first: Array(shown.prefix(MentionedPlaces.mostShown)))
  }
}
