import Entities
import Foundation
import MentionsServer
import MentionsTestKit
import SystemCalls
import Testing

@testable import ServerHost

/// The file that keeps choices (Behaviour, section 8).
@Suite struct ChoiceFileTests {
  private func person(_ id: String) -> Entity {
    var entity = Entity(id: id, name: id)
    entity.source = "people"
    return entity
  }

  private func latest(_ path: String) -> [String] { ChoiceFile.read(path).latest(in: "/w", at: 0).map(\.id) }

  @Test func `choices are kept over restarts, for this user alone`() throws {
    let folder = TestFolder()
    let path = folder("state/mentions-lsp/choices.json")
    let events = try #require(Mailbox<ServerEvent>())
    // Two servers, and a file of rubbish.
    folder.write("state/mentions-lsp/choices.json", "rubbish")
    let files = try (0..<2).map { _ in ChoiceFile(events: events, logger: try Logger(level: .error)) }
    files[0].keep([], in: path)
    files[0].keep([.chosen(person("ada"), workspace: "/w")], in: path)
    files[0].finish()
    files[1].keep(
      [.chosen(person("ben"), workspace: "/w"), .chosen(person("cid"), workspace: "/w")], in: path)
    files[1].finish()
    #expect(latest(path) == ["cid", "ben", "ada"])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    var kept: [(changes: Int, latest: [String])] = []
    for case .choicesKept(let choices, let changes, let seconds) in events.take(waitingAtMost: 0) {
      kept.append((changes, choices.latest(in: "/w", at: seconds).map(\.id)))
    }
    #expect(kept.map(\.changes).reduce(0, +) == 3)
    #expect(kept.last?.latest == ["cid", "ben", "ada"])

    files[0].keep([.forgotten("ben")], in: path)
    files[0].finish()
    #expect(latest(path) == ["cid", "ada"])
    files[1].keep([.forgotten(nil)], in: path)
    files[1].finish()
    #expect(latest(path) == [] && folder.names(in: "state/mentions-lsp") == [])
  }

  @Test func `a link in the place of the file is not followed`() throws {
    let folder = TestFolder()
    folder.write("elsewhere", "precious")
    try FileManager.default.createDirectory(atPath: folder("state"), withIntermediateDirectories: true)
    let path = folder("state/choices.json")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder("elsewhere"))
    let events = try #require(Mailbox<ServerEvent>())
    let file = ChoiceFile(events: events, logger: try Logger(level: .error))
    file.keep([.chosen(person("ada"), workspace: nil)], in: path)
    file.finish()
    #expect(try String(contentsOfFile: folder("elsewhere"), encoding: .utf8) == "precious")
  }
}
