import Entities
import Testing

@testable import MentionsServer

@Suite struct NearestNameTests {
  private let known = ServerSettings.keys.map(\.name)

  @Test(arguments: [
    ("trigers", "triggers"), ("trigger", "triggers"), ("Triggers", "triggers"), ("souces", "sources"),
    ("source", "sources"), ("completion-deadline", "completionDeadline"),
    ("deadline", "completionDeadline"),
    ("lightup", "lightUp"), ("ligthUp", "lightUp"), ("deletoin", "deletion"), ("limits", "limit"),
    ("annotations", "annotationStore"), ("continueAfterEmpty", "continueAfterEmptyResults"),
  ])
  func `The nearest name is suggested`(_ name: String, meant: String) {
    #expect(NearestName.of(name, among: known) == meant)
  }

  @Test(arguments: ["", "x", "frobnicate", "🙂🙂🙂", "theme"])
  func `Without a near match there is no suggestion`(_ name: String) {
    #expect(NearestName.of(name, among: known) == nil)
  }

  @Test
  func `A name of any length costs little`() {
    #expect(NearestName.of(String(repeating: "limit", count: 200_000), among: ["abcdef"]) == nil)
  }
}
