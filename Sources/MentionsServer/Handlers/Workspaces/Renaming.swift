import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/prepareRename` and `textDocument/rename`: the name by which somebody is mentioned, in all mentions and where
/// it is written down.
extension Session {
  /// Refused with an error that says why, where the name cannot be changed here; null where nobody is mentioned.
  func prepareRename(_ params: TextDocumentPositionParams, _ id: RPCID) {
    whenRenamedIsKnown(at: params.position, in: params.textDocument.uri, id) { session, renamed in
      session.findPlace(of: renamed, id) { session, _ in
        guard let text = session.documents[renamed.document]?.mentions.text,
          renamed.range.end <= text.buffer.end
        else { return session.answer(id, JSONValue.null) }
        session.answer(
          id,
          PrepareRenameResult(
            range: session.positions.range(renamed.range, in: text), placeholder: renamed.written.value))
      }
    }
  }

  /// One edit of the whole workspace, or an error: nothing is changed before the client applies it.
  func rename(_ params: RenameParams, _ id: RPCID) {
    whenRenamedIsKnown(at: params.position, in: params.textDocument.uri, id) { session, renamed in
      do throws(RPCError) {
        let new = try session.newName(params.newName, for: renamed)
        session.whenIndexed(id, reportingTo: params.workDoneToken) { session in
          // Only now: the file may have changed while the workspace was searched.
          session.findPlace(of: renamed, id) { session, place in
            let rename = Rename(renamed, new, place)
            session.reread(rename) { session, files in session.answer(id, rename, files) }
          }
        }
      } catch {
        session.answer(id, error)
      }
    }
  }

  // MARK: What is renamed

  /// Runs `body` with what a rename at a place would change, once that can be told. Where that is nothing the request is
  /// answered here.
  private func whenRenamedIsKnown(
    at position: Position, in key: DocumentURI, _ id: RPCID, _ body: @escaping (Session, Renamed) -> Void
  ) {
    whenMentionIsKnown(at: position, in: key, id) { session, mention in
      guard let mention else { return session.answer(id, JSONValue.null) }
      if let renamed = session.renamed(mention, at: position, in: key, id) { body(session, renamed) }
    }
  }

  /// Nil where that is nothing: the request has been answered then.
  private func renamed(
    _ mention: FoundMention, at position: Position, in key: DocumentURI, _ id: RPCID
  ) -> Renamed? {
    guard let text = documents[key]?.mentions.text else { return nil }
    let entity = mention.entity
    let offset = positions.offset(of: position, in: text) - mention.range.start
    let bytes = text.buffer.bytes(in: mention.range)
    let found =
      mention.isTrimmed
      ? WrittenName(trimmed: entity, in: bytes) : WrittenName(of: entity, in: bytes, at: offset)
    guard let written = found else {
      answer(
        id,
        refusal(
          "this mention writes neither the name nor the handle of \(ShownText.line(entity.name)) in full"))
      return nil
    }
    return Renamed(
      entity: entity, written: written, document: key,
      range: TextRange(
        mention.range.start + written.range.lowerBound, mention.range.start + written.range.upperBound))
  }

  /// Finds where the name is written down. The request is answered here where it cannot be changed there.
  private func findPlace(of renamed: Renamed, _ id: RPCID, then: @escaping (Session, EntityPlace) -> Void) {
    locate(renamed.entity, for: renamed.document) { session, place in
      // The client may have cancelled it.
      guard session.requests.isOpen(id) else { return }
      do throws(RPCError) {
        then(session, try session.changeable(place, of: renamed))
      } catch {
        session.answer(id, error)
      }
    }
  }

  private func refusal(_ text: String) -> RPCError { RPCError(.requestFailed, text) }

  /// Where the name is written down, if that is a file of the workspace and has it in a way that can be changed.
  private func changeable(_ place: EntityPlace?, of renamed: Renamed) throws(RPCError) -> EntityPlace {
    let name = ShownText.line(renamed.entity.name)
    let field = renamed.written.field
    guard let place else {
      let source = settings[renamed.document].sources.first { $0.name == renamed.entity.source }
      throw refusal(source?.reasonAgainstRenaming(name) ?? "\(name) is known to the editor only")
    }
    let isInside = roots.contains { place.path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
    guard isInside else {
      throw refusal("\(name) is written down in \(place.path), which is not in the workspace")
    }
    guard place.value(of: field) != nil else {
      throw refusal(
        "\(place.path) does not have the \(field.rawValue) of \(name) in one place where it could be changed")
    }
    return place
  }

  /// The new name as it is written; an error says what is wrong with it.
  private func newName(_ text: String, for renamed: Renamed) throws(RPCError) -> String {
    var new = text
    let field = renamed.written.field
    if field == .handle {
      // As it stands in the text.
      let triggers = settings[renamed.document].policy.triggers.map(\.character)
      if let trigger = triggers.first(where: { new.hasPrefix($0) }) {
        new = String(new.dropFirst(trigger.count))
      }
    }
    func refused(_ why: String) -> RPCError {
      RPCError(
        .invalidParams, "“\(ShownText.clipped(ShownText.line(text)))” cannot be a \(field.rawValue): \(why)")
    }
    guard !new.isEmpty else { throw refused("it is empty") }
    guard new.utf8.count <= ShownText.longestName else {
      throw refused("it has more than \(ShownText.longestName) bytes")
    }
    guard ShownText.firstHidden(in: new) == nil else { throw refused("it has characters that are not shown") }
    if field != .name, new.contains(where: \.isWhitespace) { throw refused("it has white space") }
    if field == .handle, let other = holder(of: new, beside: renamed) {
      throw refused("it is that of \(ShownText.line(other.name))")
    }
    return new
  }

  /// Somebody else whose handle it is.
  private func holder(of handle: String, beside renamed: Renamed) -> Entity? {
    guard let document = documents[renamed.document] else { return nil }
    return lookups(for: document).values.lazy.flatMap { $0(.handle, handle) }.first {
      $0.handle == handle && $0.key != renamed.entity.key
    }
  }

  // MARK: The edit

  /// Has the closed files read again that the rename changes.
  private func reread(_ rename: Rename, then: @escaping (Session, [RereadFile]) -> Void) {
    let open = Set(openKeys.compactMap(\.filePath))
    var paths = Set(
      indexing.index.paths(mentioning: rename.entity.key).filter {
        !open.contains($0) && reaches(DocumentURI(filePath: $0), rename)
      })
    if !open.contains(rename.place.path) { paths.insert(rename.place.path) }
    guard !paths.isEmpty, let rules = scanRules() else { return then(self, []) }
    let scan = WorkspaceScan(
      number: 0, rules: rules, encoding: client.positionEncoding, only: paths.sorted(), usesCache: false)
    perform(.reread(scan, number: rereads.ask(then)))
  }

  func filesReread(_ number: Int, _ files: [RereadFile]) { rereads.take(number)?(self, files) }

  private func answer(_ id: RPCID, _ rename: Rename, _ files: [RereadFile]) {
    guard requests.isOpen(id) else { return }
    if let file = files.first(where: { $0.fault != nil }) {
      return answer(id, refusal("nothing is renamed: \(file.mentions.path): \(file.fault ?? "")"))
    }
    do throws(RPCError) {
      let edits = try RenameEdits(rename, files, self)
      for (key, plan) in edits.plans {
        withDocument(key) { $0.mentions.expect(plan) }
      }
      answer(id, edits.workspaceEdit(for: client))
    } catch {
      answer(id, error)
    }
  }
}

extension SourceSpecification {
  /// Why what it yields cannot be renamed, in words.
  fileprivate func reasonAgainstRenaming(_ name: String) -> String {
    switch kind {
    case .git:
      "\(name) comes from the history of Git, which does not change; a line in .mailmap would give another name"
    case .file, .people, .codeowners, .directory:
      "\(name) is not in the files of the source “\(self.name)” any more"
    case .list: "\(name) is in the settings (source “\(self.name)”)"
    case .demo: "\(name) is built in"
    case .command, .process, .http, .client:
      "\(name) comes from “\(self.name)”, which alone can rename people"
    }
  }
}
