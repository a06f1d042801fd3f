import EntitySources
import Foundation
import Testing

@testable import MentionsServer
@testable import ServerHost

/// What `doctor` counts of the files in which mentions are looked for.
@Suite struct WorkspaceInspectionTests {
  @Test func `a file that git still lists though it has been deleted does not count`() throws {
    let kit = WorkspaceKit()
    try kit.write("a.md", "@ada")
    try kit.write("b.md", "@ada")
    try Git.run(["init", "-q"], in: kit.roots[0])
    try Git.run(["add", "."], in: kit.roots[0])
    try FileManager.default.removeItem(atPath: "\(kit.roots[0])/b.md")
    let files = WorkspaceInspection(kit.roots[0])
    #expect(files.means == .git)
    #expect(files.searched == 1 && files.leftOut == 0 && files.unreadable == 0)
    let summary = try #require(try kit.reports().last?.summary)
    #expect(summary.files == 1 && summary.unreadable == 0)
  }
}
