import MentionsTestKit
import SessionSimulation
import Testing

@testable import EntitySources

@Suite struct MailmapTests {
  private func check(
    _ mailmap: String, _ name: String, _ email: String, is expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let identity = Mailmap(mailmap.utf8).identity(name: Array(name.utf8), email: Array(email.utf8))
    let found = String(decoding: identity.name + Array(" <".utf8) + identity.email + [0x3E], as: UTF8.self)
    expectRow(found, expected, label: "is", sourceLocation: sourceLocation)
  }

  @Test func `forms of a line`() {
    check("Ada <ada@x>", "a", "ADA@X", is: "Ada <ADA@X>")
    check("<new@x> <old@x>", "Ada", "old@x", is: "Ada <new@x>")
    check("Ada <new@x> <old@x> # a comment", "a", "old@x", is: "Ada <new@x>")
    check("Ada <new@x> Countess <old@x>", "COUNTESS", "old@x", is: "Ada <new@x>")
    check("Ada <new@x> Countess <old@x>", "Other", "old@x", is: "Other <old@x>")
  }

  @Test func `lines add up and the last counts`() {
    check("Ada <a@x>\n<b@x> <a@x>", "a", "a@x", is: "Ada <b@x>")
    check("Ada <a@x>\nBob <a@x>", "a", "a@x", is: "Bob <a@x>")
    check("Ada <a@x>\nBob <b@x> n <a@x>\nCarol <c@x> N <a@x>", "n", "a@x", is: "Carol <c@x>")
    check("Ada <a@x>\nBob <b@x> n <a@x>", "other", "a@x", is: "Ada <a@x>")
  }

  @Test func `lines that are not a mapping are skipped`() {
    for line in ["# Ada <a@x>", "Ada", "Ada <a@x", "Ada a@x>", "Ada <>", "", "\0Ada <a@x>"] {
      check(line, "n", "a@x", is: "n <a@x>")
    }
  }

  /// The line that names somebody, with what can be changed in it in `«…»`.
  private func place(_ mailmap: String, _ name: String, _ email: String?) -> String? {
    var bytes = Array(mailmap.utf8)
    guard let found = Mailmap.line(naming: (name, email), in: bytes) else { return nil }
    var end = found.line.upperBound
    for range in [found.email, found.name].compactMap(\.self) {
      bytes.replaceSubrange(range, with: Array("«".utf8) + bytes[range] + Array("»".utf8))
      end += 4
    }
    return String(decoding: bytes[found.line.lowerBound..<end], as: UTF8.self)
  }

  @Test func `what a line alone says of somebody can be changed`() {
    #expect(
      place("# A <a@x>\nAda <a@x> <o@x>\nBen <b@x>", "Ada", "a@x") == "«Ada» <«a@x»> <o@x>")
    #expect(place("Ada <a@x> A <o@x> # now", "Ada", "A@X") == "«Ada» <«a@x»> A <o@x> # now")
    #expect(place("Ada\tL <a@x> <o@x>", "Ada L", nil) == "«Ada\tL» <a@x> <o@x>")
    #expect(place("<a@x> <o@x>", "Ada", "a@x") == "<«a@x»> <o@x>")
    #expect(place("Ben <b@x> <o@x>", "Ada", "a@x") == nil)
  }

  @Test func `the only address of a line is that of the commits and stays`() {
    #expect(place("Ada <o@x>", "Ada", "o@x") == "«Ada» <o@x>")
    #expect(place("Ada <o@x> # <", "Ada", "o@x") == "«Ada» <o@x> # <")
  }

  @Test func `what somebody does not go by stays`() {
    #expect(place("A. Lovelace <a@x> <o@x>", "Ada", "a@x") == "A. Lovelace <«a@x»> <o@x>")
    #expect(place("ada <b@x> <o@x>", "Ada", "a@x") == "ada <b@x> <o@x>")
  }

  /// A change of one line would leave the others.
  @Test func `of several lines that name somebody none can be changed`() {
    #expect(place("Ada <a@x> <o@x>\nAda <a@x> <p@x>", "Ada", "a@x") == "Ada <a@x> <o@x>")
    #expect(place("<a@x> <p@x>\nAda <a@x>", "Ada", "a@x") == "Ada <a@x>")
    #expect(place("Ada <a@x> <o@x>\nADA <b@x> <p@x>", "Ada", "a@x") == "Ada <a@x> <o@x>")
  }

  /// Git says the same of every contact, whatever the lines are.
  @Test(arguments: seeds(1...25)) func `git agrees`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let names = ["", "A", "a", "B b", " C ", "É", "x#y"]
    let emails = ["a@x", "A@X", "b@x", "c", "", " d ", "e <f"]
    func pick(_ texts: [String]) -> String { texts[random.below(texts.count)] }
    var lines = ""
    for _ in 0..<random.below(30) {
      lines +=
        pick(["", "", "", "", "#", " ", "\t"]) + pick(names) + pick([" ", "", "\t "]) + "<" + pick(emails)
      lines += pick([">", ">", ">", ">", ""]) + pick(["", " "])
      if random.below(2) == 0 {
        lines += pick(names) + pick([" ", ""]) + "<" + pick(emails) + pick([">", ">", ">", ""])
      }
      lines += pick(["", "", " # a comment", " <z@z>"]) + pick(["\n", "\n", "\r\n", "\n\n"])
    }
    let repository = Repository()
    repository.scratch.write(".mailmap", lines)
    let contacts = ["A", "a", "B b", "C", "É", "x#y", "z"].flatMap { name in
      ["a@x", "A@x", "b@X", "c", "d", " d ", "z@z"].map { (name, $0) }
    }
    var command = ChildCommand(["git", "-C", repository.path, "check-mailmap", "--stdin"], deadline: 60_000)
    command.input = contacts.flatMap { Array("\($0.0) <\($0.1)>\n".utf8) }
    command.environment = [
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_DIR": nil,
    ]
    let answers = String(decoding: try ChildProcess.run(command).output, as: UTF8.self).split(separator: "\n")
    #expect(answers.count == contacts.count)
    for (contact, answer) in zip(contacts, answers) {
      check(lines, contact.0, contact.1, is: String(answer))
    }
  }
}
