import EntitySources
import Testing

@testable import mentions_lsp

/// `version`.
@Suite struct VersionTests {
  let program: BuiltProgram
  init() throws { program = try BuiltProgram() }

  @Test func `-V prints the version`() throws {
    let version = try program.run("-V")
    #expect(version.output == "mentions-lsp \(Version.text)\n")
    #expect(try program.run("--version").output == version.output)
    #expect(try program.run("version").output == version.output)
  }
}
