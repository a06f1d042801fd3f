import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `workspace/executeCommand`.
extension Session {
  func executeCommand(_ params: ExecuteCommandParams, _ id: RPCID) throws(RPCError) {
    let argument = params.arguments.first ?? .null
    switch params.command {
    case .accept:
      guard let reference = OfferReference(argument) else {
        throw RPCError(.invalidParams, "\(params.command.rawValue): expected [document, generation, index]")
      }
      if let key = key(ofDocument: reference.document) {
        update(key) { $0.confirm(reference.offer, now: now) }
      }
      answer(id, JSONValue.null)
    case .reloadSources:
      for entry in sources.entries { load(entry.key) }
      for key in openKeys { update(key) { $0.reloadSources(now: now) } }
      answer(id, JSONValue.null)
    case .toPlainText:
      let place: MentionsRemoveParams = try read(argument, of: params.command)
      answer(id, try turnIntoPlainText(place))
    case .restore: try fixMention(.restore, read(argument, of: params.command), id)
    case .trim: try fixMention(.trim, read(argument, of: params.command), id)
    case .delete: try fixMention(.delete, read(argument, of: params.command), id)
    case .explain:
      let place: TextDocumentPositionParams = try read(argument, of: params.command)
      answer(id, try explainMentions(place))
    case .complete:
      let place: TextDocumentPositionParams = try read(argument, of: params.command)
      try complete(place, id)
    case .transform: try runTransform(read(argument, of: params.command), id)
    case .write: try runWriting(read(argument, of: params.command), id)
    default:
      throw RPCError(.methodNotFound, "unknown command \(params.command.rawValue)")
    }
  }

  /// `mentions.toPlainText`: of mentions, and of what is merely read as one.
  private func turnIntoPlainText(_ params: MentionsRemoveParams) throws(RPCError) -> MentionsRemoveResult {
    let result = try removeMentions(params)
    let key = params.textDocument.uri
    guard let document = documents[key], document.mentions.isScanning else { return result }
    let text = document.mentions.text
    let ranges = params.ranges?.map { positions.range($0, in: text) } ?? [text.buffer.range]
    update(key) { $0.declineScanned(in: ranges) }
    return result
  }

  private func read<Params: JSONReadable>(
    _ argument: JSONValue, of command: CommandName
  ) throws(RPCError) -> Params {
    do {
      return try Params(json: argument)
    } catch {
      throw RPCError(.invalidParams, "\(command.rawValue): arguments[0]: \(error.message)")
    }
  }
}
