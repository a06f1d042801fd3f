import Testing

@testable import MentionsServer

@Suite struct NearestNameTests {
  private let known = SettingsDeclaration.record.keys.map(\.name)

  @Test(
    "The name that was meant",
    arguments: [
      ("trigers", "triggers"), ("trigger", "triggers"), ("Triggers", "triggers"), ("souces", "sources"),
      ("source", "sources"), ("completion-deadline", "completionDeadline"),
      ("deadline", "completionDeadline"),
      ("lightup", "lightUp"), ("ligthUp", "lightUp"), ("deletoin", "deletion"), ("limits", "limit"),
      ("annotations", "annotationStore"), ("continueAfterEmpty", "continueAfterEmptyResults"),
    ])
  func near(_ name: String, meant: String) { #expect(NearestName.of(name, among: known) == meant) }

  @Test("Nothing near is nothing", arguments: ["", "x", "frobnicate", "🙂🙂🙂", "theme"])
  func far(_ name: String) { #expect(NearestName.of(name, among: known) == nil) }

  @Test("A name of any length costs little")
  func long() {
    #expect(NearestName.of(String(repeating: "limit", count: 200_000), among: ["abcdef"]) == nil)
  }
}
