import Entities
import MentionsTestKit
import TextModel

@testable import Mentions

/// Who is mentioned in the tests of transforms: a mention's text is one of these names or handles, or a name of its own.
enum TransformPeople {
  static let ada = person(
    "Ada Lovelace", handle: "ada", email: "ada@example.org", url: "https://example.org/ada")
  static let bob = person("Bob Kahn", handle: "bob")

  static func person(
    _ name: String, handle: String? = nil, email: String? = nil, url: String? = nil
  ) -> Entity {
    var entity = Entity(id: handle ?? name, name: name)
    (entity.handle, entity.email, entity.url) = (handle, email, url)
    return entity
  }

  static func entity(of text: String) -> Entity {
    switch text {
    case "Ada Lovelace", "Ada\nLovelace", "Ada", "@ada": ada
    case "Bob Kahn", "Bob", "@bob": bob
    default: person(text)
    }
  }
}

/// A document of marked text: `«…»` are mentions, `|…|` is what is selected (without a mark, all).
func transformDocument(
  _ marked: MarkedText, languageID: String = "markdown", policy: MentionsPolicy = .standard
) -> MentionsDocument {
  var document = MentionsDocument(text: marked.bytes, languageID: languageID, policy: policy)
  let outcome = document.add(
    marked.annotations.map { range in
      let text = Array(marked.bytes[range.start.utf8..<range.end.utf8])
      return AddRequest(
        range: range, text: text, entity: TransformPeople.entity(of: String(decoding: text, as: UTF8.self)))
    })
  precondition(outcome.refused.isEmpty, "\(marked): \(outcome.refused)")
  return document
}

/// What a transform makes of marked text, as marked text.
func transformed(
  _ transform: TextTransform, _ text: String, policy: MentionsPolicy = .standard
) -> String {
  let marked = MarkedText(text)
  var document = transformDocument(marked, policy: policy)
  let plan = document.plan(transform, in: marked.selection ?? document.text.buffer.range)
  precondition(plan.faults.isEmpty, "\(plan.faults)")
  _ = document.apply(plan, now: .zero)
  return shown(document)
}

/// The document as marked text.
func shown(_ document: MentionsDocument) -> String {
  MarkedText(
    document.text.buffer.bytes(in: document.text.buffer.range), annotations: document.annotations.map(\.range)
  )
  .description
}
