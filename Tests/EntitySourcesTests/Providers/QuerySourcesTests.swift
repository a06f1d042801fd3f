import Entities
import Foundation
import JSONText
import Synchronization
import Testing

@testable import EntitySources

/// Gathers the events of a source and waits for one.
final class Listener: Sendable {
  /// Lives as long as its listener.
  let scratch = Scratch()
  private let lines = Mutex<[String]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func take(_ event: ProviderEvent) {
    let text: String =
      switch event {
      case .started: "started"
      case .batch(let batch):
        "\(batch.query): " + batch.entities.map(line).joined(separator: ", ")
          + (batch.isComplete ? " last" : "") + (batch.dedupe ? "" : " with duplicates")
      case .problem(let problem): "! \(problem)"
      case .timedOut(let query): "\(query) timed out"
      case .died(_, let unanswered): "died \(unanswered)"
      case .log(let text): "log \(text)"
      }
    lines.withLock { $0.append(text) }
    arrived.signal()
  }

  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    while true {
      let all = lines.withLock { $0 }
      if let at = all.firstIndex(where: { $0.hasPrefix(text) }) { return Array(all[...at]) }
      if arrived.wait(timeout: .now() + 60) == .timedOut {
        Issue.record("no “\(text)” among \(all)", sourceLocation: sourceLocation)
        return all
      }
    }
  }
}

@Suite struct CommandSourceTests {
  static func source(
    _ script: String, arguments: [String] = ["./find", "{key}"], format: EntityFileFormat = .jsonl,
    deadline: Int = 60_000
  ) -> (Listener, CommandSource) {
    let listener = Listener()
    listener.scratch.write("find", "#!/bin/sh\n" + script, executable: true)
    let command = ChildCommand(arguments, directory: listener.scratch.path, deadline: deadline)
    return (listener, CommandSource(name: "find", command: command, format: format) { listener.take($0) })
  }

  @Test func `key is an argument and no shell sees it`() {
    let (listener, source) = Self.source(
      "printf '{\"name\": \"%s\"}\\n' \"$1\" \"$2\"", arguments: ["./find", "--key={key}", "x"])
    source.send(ProviderQuery(number: 1, key: "a b; $(touch pwned) {key}"))
    #expect(listener.wait(for: "1:") == ["1: --key=a b; $(touch pwned) {key}, x last"])
    #expect(!FileManager.default.fileExists(atPath: listener.scratch.path + "/pwned"))
  }

  @Test func `an answer is without those that the list has`() {
    let (listener, source) = Self.source("echo '{\"name\": \"Ada\"}'")
    source.send(ProviderQuery(number: 1, key: "a"))
    #expect(listener.wait(for: "1:") == ["1: Ada last"])
  }

  @Test func `arguments that the settings would refuse start nothing, and say why`() {
    let (listener, source) = Self.source("", arguments: ["sh", "-c", "touch pwned; echo {key}"])
    source.send(ProviderQuery(number: 1, key: "a"))
    let said = listener.wait(for: "1:")
    #expect(
      said.count == 2 && said[0].contains("{key:word} in an argument that “sh” runs as code")
        && said[1] == "1:  last",
      "\(said)")
    #expect(!FileManager.default.fileExists(atPath: listener.scratch.path + "/pwned"))
  }

  @Test func `what is typed becomes neither code nor an option`() {
    let attacks = [
      "$(touch pwned)", "`touch pwned`", "x'; touch pwned; '", "x\"; touch pwned #", "| touch pwned",
    ]
    let code = #"for word in {key:word}; do printf '{"name": "%s"}\n' "$word"; done"#
    let (listener, source) = Self.source("", arguments: ["sh", "-c", code])
    for (number, attack) in attacks.enumerated() {
      source.send(ProviderQuery(number: number, key: attack))
      #expect(listener.wait(for: "\(number):").last?.contains("touch, pwned") == true, "\(attack)")
    }
    #expect(!FileManager.default.fileExists(atPath: listener.scratch.path + "/pwned"))
    source.send(ProviderQuery(number: 9, key: "'; | $"))
    #expect(listener.wait(for: "9:").last == "9:  last")

    let (options, plain) = Self.source("echo '{\"name\": \"Ada\"}'", arguments: ["./find", "x", "{key}"])
    plain.send(ProviderQuery(number: 1, key: "--delete"))
    #expect(
      options.wait(for: "1:") == [
        "! find: “./find” would interpret a search key that begins with “-” as an option; put “--” before {key}",
        "1:  last",
      ])
  }

  @Test func `each query has a program of its own, which is killed when the query is cancelled`() {
    let (listener, source) = Self.source(
      """
      if [ "$1" = slow ]; then mkfifo here; read line <here; fi
      echo "{\\"name\\": \\"$1\\"}"
      if [ "$1" = fast ]; then while ! echo go >here; do :; done; fi
      if [ "$1" = never ]; then exec sleep 1000; fi
      """)
    source.send(ProviderQuery(number: 1, key: "never"))
    source.send(ProviderQuery(number: 2, key: "slow"))
    source.send(ProviderQuery(number: 3, key: "fast"))
    source.cancel(1)
    #expect(Set(listener.wait(for: "2:") + listener.wait(for: "3:")) == ["2: slow last", "3: fast last"])
  }

  @Test func `failure, garbage and timeout are reported clearly`() throws {
    let (first, failing) = Self.source("echo '{\"name\": \"Ada\"}'; echo rubbish; echo 'no luck' >&2; exit 2")
    failing.send(ProviderQuery(number: 1, key: ""))
    let lines = first.wait(for: "1:")
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix("! find: line 2: not JSON: column 1"))
    #expect(lines[1] == "! find: “./find” failed (exit status 2): no luck")
    #expect(lines[2] == "1: Ada last")
    let (second, slow) = Self.source("exec sleep 1000", deadline: 30)
    slow.send(ProviderQuery(number: 1, key: ""))
    #expect(second.wait(for: "1 timed") == ["1 timed out"])
    let (third, absent) = Self.source("", arguments: ["./nowhere"])
    absent.send(ProviderQuery(number: 1, key: ""))
    #expect(third.wait(for: "died") == ["! find: the program “./nowhere” was not found", "died [1]"])
  }

  @Test func `other formats are read too`() {
    let (listener, source) = Self.source("printf 'Ada <a@x>\\nBob\\n'", format: .lines)
    source.send(ProviderQuery(number: 1, key: ""))
    #expect(listener.wait(for: "1:") == ["1: Ada <a@x>, Bob last"])
  }
}

@Suite struct HTTPSourceTests {
  @Test func `address and headers go to standard input encoded`() {
    let url = HTTPSource.url(of: .init(url: "https://x/?q={key}&again={q}"), key: "Zoë & co/{key}\"")
    let exchange = HTTPExchange(
      url: url, headers: ["Authorization": "Bearer a\"b\\c\nurl = \"file:///etc\""], program: "curl")
    let command = exchange.command(within: 1)
    let config = String(decoding: command.input, as: UTF8.self)
    #expect(command.arguments == ["curl", "--disable", "--config", "-"])
    #expect(
      config.contains(
        "\nurl = \"https://x/?q=Zo%C3%AB%20%26%20co%2F%7Bkey%7D%22&again=Zo%C3%AB%20%26%20co%2F%7Bkey%7D%22\"\n"
      ))
    #expect(config.contains("\nheader = \"Authorization: Bearer a\\\"b\\\\curl = \\\"file:///etc\\\"\"\n"))
  }

  private func read(_ answer: String, _ request: HTTPSource.Request) -> String {
    var problems = SourceProblems(source: "api")
    let entities = HTTPSource.read(Array(answer.utf8), request, &problems)
    return (entities.map(line) + problems.list.map { "! \($0)" }).joined(separator: "\n")
  }

  @Test func `items and fields are found by pointers`() {
    #expect(
      read(
        #"{"data": {"us/ers": [{"login": "ada", "profile": {"names": ["Ada"]}}, {"login": "b"}, {"x": 1}]}}"#,
        .init(url: "", items: "/data/us~1ers", map: [.name: "/profile/names/0", .handle: "/login"]))
        == "Ada @ada\nb @b\n! api: /data/us~1ers/2.name: an entity needs a name, a handle or an e-mail address; left out"
    )
    #expect(read(#"["Ada", {"name": "Bob"}]"#, .init(url: "")) == "Ada\nBob")
  }

  @Test func `answer of another shape is reported clearly`() {
    #expect(
      read("{}", .init(url: "", items: "/items")) == "! api: items: the answer has no array at “/items”")
    #expect(read("<html>", .init(url: "")).hasPrefix("! api: line 1: the answer is not JSON: column 1"))
  }

  @Test func `unreachable service is reported clearly`() throws {
    let listener = Listener()
    let curl = listener.scratch.write(
      "curl", "#!/bin/sh\ncat > /dev/null\necho 'curl: (7) Failed to connect' >&2\nexit 7\n", executable: true
    )
    let source = HTTPSource(
      name: "api", request: .init(url: "http://x/{key}", timeout: 60_000, program: curl)
    ) {
      listener.take($0)
    }
    source.send(ProviderQuery(number: 1, key: "ad"))
    let lines = listener.wait(for: "1:")
    #expect(lines == ["! api: “\(curl)” failed (exit status 7): curl: (7) Failed to connect", "1:  last"])
  }
}
