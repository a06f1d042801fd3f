import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Text transforms that preserve mentions: `mentions/transform`, `mentions/transforms`, `mentions.transform`, and the
/// code actions `refactor.rewrite.mentions.*`.
extension Session {
  // MARK: Requests

  func transformMentions(_ params: MentionsTransformParams) throws(RPCError) -> PlannedEditResult {
    let (document, plan) = try transformPlan(params)
    return handOver(plan, in: params.textDocument.uri, document)
  }

  func listTransforms(_ params: MentionsTransformsParams) throws(RPCError) -> MentionsTransformsResult {
    let policy =
      if let identifier = params.textDocument { try openDocument(identifier).mentions.policy } else {
        settings.current.policy
      }
    return MentionsTransformsResult(
      transforms: policy.transforms().map {
        TransformInfo(
          name: $0.name, title: $0.title, of: $0.transform.isOfMentions ? .mentions : .text)
      })
  }

  /// `mentions.transform`: asks the client to make the edit.
  func runTransform(_ params: MentionsTransformParams) throws(RPCError) -> PlannedEditResult {
    let (document, plan) = try transformPlan(params)
    return try make(plan, in: params.textDocument.uri, document, label: "Transform text with mentions")
  }

  // MARK: Plans

  func transformPlan(
    _ params: MentionsTransformParams
  ) throws(RPCError) -> (document: OpenDocument, plan: EditPlan) {
    let document = try currentDocument(params.textDocument)
    let range = try positions.existing(params.range, in: document.mentions.text, "range")
    if let column = params.column, column < 1 {
      throw RPCError(.invalidParams, "column: expected a number from 1, found \(column)")
    }
    let policy = document.mentions.policy
    guard let named = policy.transform(named: params.name, wrappingAt: params.column) else {
      let nearest = NearestName.of(params.name, among: policy.transforms().map(\.name))
      throw RPCError(
        .invalidParams,
        "name: there is no transform “\(params.name)”" + (nearest.map { "; did you mean “\($0)”?" } ?? ""))
    }
    return (document, document.mentions.plan(named.transform, in: range))
  }

  // MARK: Code actions

  /// The length of a selection in bytes above which all transforms are offered without checking whether they would
  /// change it.
  private static let longestPreview = 16 << 10

  /// Transforms of a selection and of the mentions in it, if requested.
  func transformActions(_ params: CodeActionParams) -> [CodeActionAnswer] {
    guard let document = documents[params.textDocument.uri], params.context.isAsked,
      params.context.wants(.mentionsRewrite), client.takesCodeActions || client.appliesEdits
    else { return [] }
    let mentions = document.mentions
    let range = positions.range(params.range, in: mentions.text)
    let hasMention = mentions.hasMention(touching: range)
    var seen: Set<[UInt8]> = []
    return mentions.policy.transforms().compactMap { named in
      guard named.transform.isOfMentions ? hasMention : !range.isEmpty else { return nil }
      let kind = CodeActionKind(transform: named.name)
      guard params.context.wants(kind) else { return nil }
      if range.count <= Self.longestPreview {
        let plan = mentions.plan(named.transform, in: range)
        let isNew = named.transform == .plainText || seen.insert(plan.replacement).inserted
        guard !plan.changesNothing, isNew else { return nil }
      }
      // Converted back from offsets, because the client's range may contain a column past the end of its line, which
      // LSP treats as the end of the line.
      return action(named, kind, positions.range(range, in: mentions.text), document)
    }
  }

  private func action(
    _ named: NamedTransform, _ kind: CodeActionKind, _ range: LanguageProtocol.Range, _ document: OpenDocument
  ) -> CodeActionAnswer? {
    let params = MentionsTransformParams(
      textDocument: OptionalVersionedTextDocumentIdentifier(uri: document.uri, version: document.version),
      range: range, name: named.name)
    var action = CodeAction(title: named.title, kind: kind)
    // An action that does not change the text has no edit.
    return complete(
      &action, .transform, RPCPayload(params).tree, hasEdit: named.transform != .plainText
    ) { session throws(RPCError) in try session.transformMentions(params).edit }
  }
}

extension CodeActionKind {
  /// The parent kind of all transforms that preserve mentions.
  static let mentionsRewrite = CodeActionKind(rawValue: "refactor.rewrite.mentions")

  /// Creates the kind of a transform. The formats in the settings (`format:@:default`) share one kind, because the rest
  /// of their names may contain characters that are not allowed in a kind.
  init(transform name: String) {
    let last = name.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1).first ?? ""[...].utf8
    self.init(rawValue: Self.mentionsRewrite.rawValue + "." + String(Substring(last)))
  }
}
