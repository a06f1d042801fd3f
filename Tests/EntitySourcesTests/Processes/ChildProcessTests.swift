import Foundation
import Testing

@testable import EntitySources

private let generous = 60_000

@Suite struct ChildProcessTests {
  private func sh(_ script: String, _ change: (inout ChildCommand) -> Void = { _ in }) throws -> ChildResult {
    var command = ChildCommand(["sh", "-c", script], deadline: generous)
    change(&command)
    return try ChildProcess.run(command)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `output errors and status are gathered`() throws {
    let result = try sh("printf out; printf err >&2; exit 3")
    #expect(text(result.output) == "out")
    #expect(text(result.errorOutput) == "err")
    #expect(result.status == .exited(3))
    #expect(result.stop == .ended)
    #expect(!result.isSuccess)
  }

  @Test func `signal is reported`() throws {
    #expect(try sh("kill -9 $$").status == .signalled(9))
  }

  @Test func `input is written whole and closed`() throws {
    let input = [UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000)
    #expect(try sh("cat") { $0.input = input }.output == input)
  }

  @Test func `program that does not read its input is no error`() throws {
    let input = [UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000)
    let result = try sh("exec 0<&-; echo done") { $0.input = input }
    #expect(text(result.output) == "done\n")
    #expect(result.isSuccess)
  }

  @Test func `directory and environment`() throws {
    let scratch = Scratch()
    scratch.write("here", "")
    let result = try sh("ls; printf %s \"$GREETING-${HOME-none}\"") {
      $0.directory = scratch.path
      $0.environment = ["GREETING": "hi", "HOME": nil as String?]
    }
    #expect(text(result.output) == "here\nhi-none")
  }

  @Test func `program relative to its directory`() throws {
    let scratch = Scratch()
    scratch.write("find", "#!/bin/sh\necho \"found $1\"\n", executable: true)
    let result = try ChildProcess.run(
      ChildCommand(["./find", "a b; $(x)"], directory: scratch.path, deadline: generous))
    #expect(text(result.output) == "found a b; $(x)\n")
  }

  @Test func `a program that cannot be started says why`() {
    func fault(_ arguments: [String], directory: String? = nil) -> String {
      do {
        _ = try ChildProcess.run(ChildCommand(arguments, directory: directory, deadline: generous))
        return "started"
      } catch { return "\(error)" }
    }
    let scratch = Scratch()
    let plain = scratch.write("plain", "no program")
    #expect(fault([]) == "no program is given")
    #expect(fault(["no-such-program-here"]) == "the program “no-such-program-here” was not found")
    #expect(fault([plain]) == "“\(plain)” cannot be executed")
    #expect(fault([scratch.path]) == "“\(scratch.path)” cannot be executed")
    #expect(fault(["true"], directory: "/no/such") == "the directory “/no/such” does not exist")
  }

  @Test func `deadline kills the whole group`() throws {
    let scratch = Scratch()
    // The grandchild would hold the pipe open for ever, and leave its mark if it outlived its parent.
    let result = try sh("sleep 1000 & echo $!; wait") {
      $0.deadline = 200; $0.directory = scratch.path
    }
    #expect(result.stop == .deadline)
    #expect(result.status == .signalled(9))
    let grandchild = try #require(Int32(text(result.output).split(separator: "\n").first ?? ""))
    #expect(ProcessFacts.isGone(grandchild))
  }

  @Test func `grandchild that holds the pipes does not block us`() throws {
    let result = try sh("sleep 1000 & echo $!")
    #expect(result.isSuccess)
    let grandchild = try #require(Int32(text(result.output).split(separator: "\n").first ?? ""))
    #expect(ProcessFacts.isGone(grandchild))
  }

  @Test func `output is capped`() throws {
    let result = try sh("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done") { $0.outputLimit = 100_000 }
    #expect(result.stop == .outputLimit)
    #expect(result.output.count == 100_000)
  }

  @Test func `error output is capped and read on`() throws {
    let result = try sh("head -c 300000 /dev/zero >&2; echo done") { $0.errorLimit = 1000 }
    #expect(result.errorOutput.count == 1000)
    #expect(text(result.output) == "done\n")
  }

  @Test(.needsDescriptors) func `no descriptor of ours is inherited`() throws {
    let descriptors = try #require(ProcessFacts.descriptors)
    let scratch = Scratch()
    let file = try #require(fopen(scratch.path + "/open", "w"))
    defer { fclose(file) }
    // `ls` itself has the directory open as the one after its three.
    let result = try ChildProcess.run(ChildCommand(["ls", descriptors], deadline: generous))
    #expect(text(result.output) == "0\n1\n2\n3\n")
  }

  @Test(.needsDescriptors) func `many children leave neither zombies nor descriptors`() throws {
    let descriptors = try #require(ProcessFacts.descriptors)
    for _ in 0..<3 { _ = try sh("true") }
    let before = try FileManager.default.contentsOfDirectory(atPath: descriptors).count
    for _ in 0..<40 { _ = try sh("true") }
    // Other tests run beside this one and hold some.
    let after = try FileManager.default.contentsOfDirectory(atPath: descriptors).count
    #expect(after - before < 100, "\(before) descriptors before, \(after) after")
  }

  @Test func `lines are cut wherever the pieces end`() {
    let bytes = Array("ab\r\n\nc\nlast".utf8)
    for cut in 0...bytes.count {
      var splitter = LineSplitter()
      var lines: [String] = []
      splitter.take(Array(bytes[..<cut])) { lines.append(text(Array($0))) }
      splitter.take(Array(bytes[cut...])) { lines.append(text(Array($0))) }
      splitter.finish { lines.append(text(Array($0))) }
      #expect(lines == ["ab", "", "c", "last"], "cut at \(cut)")
    }
  }

  @Test func `lines that are too long are dropped`() {
    var splitter = LineSplitter(limit: 4)
    var lines: [String] = []
    for piece in ["ok\n", "far too", " long", "\nfine\n"] {
      splitter.take(Array(piece.utf8)) { lines.append(text(Array($0))) }
    }
    #expect(lines == ["ok", "fine"])
    #expect(splitter.dropped == 1)
  }
}
