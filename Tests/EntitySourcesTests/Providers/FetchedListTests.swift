import Entities
import Foundation
import Synchronization
import Testing

@testable import EntitySources

/// Lists that a program prints or a web service holds (Behaviour, section 4). The service is a script in the place of
/// curl, which answers as curl prints it with `include`; Tests/Protocol asks a real one.
@Suite struct FetchedListTests {
  private final class Memory: Sendable {
    let bytes = Mutex<[UInt8]?>(nil)
    var source: SourceMemory {
      SourceMemory {
        self.bytes.withLock { $0 }
      } write: { new in
        self.bytes.withLock { $0 = new }
      }
    }
  }

  private let scratch = Scratch()
  private let memory = Memory()

  /// A list whose service prints what `answers` says for an address, headers included.
  private func service(
    _ answers: [(url: String, answer: String)], headers: [String: String] = [:],
    format: EntityFileFormat = .json,
    now: Int = 1000
  ) -> FetchedList {
    var script = "#!/bin/sh\nconfig=$(cat)\necho \"$config\" >> asked\ncase \"$config\" in\n"
    for (number, (url, answer)) in answers.enumerated() {
      scratch.write("answer\(number)", answer + "\n\(answer.split(separator: " ")[1]) ")
      script += "*'url = \"\(url)\"'*) cat '\(scratch.path)/answer\(number)';;\n"
    }
    let curl = scratch.write(
      "curl", script.replacing("asked", with: scratch.path + "/asked") + "esac\n", executable: true)
    var list = FetchedList(
      name: "api",
      place: .http(
        HTTPSource.Request(url: answers[0].url, headers: headers, timeout: 60_000, program: curl), format),
      refresh: 300)
    list.memory = memory.source
    list.now = { now }
    return list
  }

  private var asked: String { (try? String(contentsOfFile: scratch.path + "/asked", encoding: .utf8)) ?? "" }

  @Test func `pages are followed to the same host, and told of as they come`() {
    let list = service([
      (
        "https://h/a",
        "HTTP/2 200 \r\nlink: <https://h/b>; rel=\"next\", <https://h/z>; rel=\"last\"\r\n\r\n[\"Ada\"]"
      ),
      ("https://h/b", "HTTP/2 200 \r\nLink: </c>; rel=next\r\n\r\n[\"Ben\"]"),
      ("https://h/c", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n)]}'\n[\"Cid\"]"),
    ])
    var early: [[String]] = []
    let loaded = list.load(on: .sequential) { early.append($0.entities.map(\.name)) }
    #expect(loaded.entities.map(\.name) == ["Ada", "Ben", "Cid"])
    #expect(loaded.problems == [] && !loaded.keepsKnown)
    #expect(early == [["Ada"]])
  }

  @Test(arguments: [
    ("https://other/b", "the link to the next page leads to another host"),
    ("http://h/b", "the link to the next page leads to another host"),
    ("https://h/a", "the link to the next page leads to a page that was already read"),
  ])
  func `a page elsewhere, or one that names itself, ends it`(next: String, why: String) {
    let list = service([("https://h/a", "HTTP/2 200 \r\nlink: <\(next)>; rel=\"next\"\r\n\r\n[\"Ada\"]")])
    let loaded = list.load()
    #expect(loaded.keepsKnown)
    #expect(loaded.problems.map(\.message) == ["\(why); the list is unchanged"])
  }

  @Test(arguments: [
    (
      "HTTP/2 401 \r\n\r\n{}",
      "the service refused the request (401): check the token; the list is unchanged"
    ),
    ("HTTP/2 404 \r\n\r\n", "the service answered with 404; the list is unchanged"),
    (
      "HTTP/2 503 \r\n\r\n",
      "the service is unavailable or has received too many requests (503); the list is unchanged"
    ),
    ("HTTP/2 500 \r\n\r\n<html>", "the service answered with 500; the list is unchanged"),
    ("HTTP/2 200 \r\n\r\n{\"items\": []}", "the answer contains no valid list; the list is unchanged"),
  ])
  func `what fails keeps what was known, with one message`(answer: String, message: String) {
    let loaded = service([("https://h/a", answer)]).load()
    #expect(loaded.keepsKnown && loaded.catalog.count == 0)
    #expect(loaded.problems.last?.message == message, "\(loaded.problems)")
  }

  @Test func `what has not changed is not sent again, and a service that asks to wait is not asked`() {
    let answer = "HTTP/2 200 \r\netag: \"v1\"\r\n\r\n[\"Ada\"]"
    #expect(service([("https://h/a", answer)]).load().entities.map(\.name) == ["Ada"])
    var again = service([("https://h/a", "HTTP/2 304 \r\n\r\n")], now: 2000)
    again.isKept = true
    #expect(again.age == 1000)
    let unchanged = again.load()
    #expect(unchanged.keepsKnown && unchanged.problems == [])
    #expect(asked.contains(#"header = "If-None-Match: \"v1\"""#))
    #expect(again.age == 0)
    again.now = { 1999 }
    #expect(again.age == nil)
    // Nothing is kept: all is wanted.
    again.isKept = false
    #expect(again.age == nil)

    var busy = service([("https://h/a", "HTTP/2 429 \r\nretry-after: 50\r\n\r\n")], now: 3000)
    busy.isKept = true
    #expect(
      busy.load().problems.map(\.message) == [
        "the service is unavailable or has received too many requests (429); the list is unchanged"
      ])
    let count = asked.count
    busy.now = { 3049 }
    #expect(busy.load().keepsKnown && asked.count == count)
    busy.now = { 3051 }
    _ = busy.load()
    #expect(asked.count > count)
  }

  @Test func `a limit that is used up is a moment, or a number of seconds`() throws {
    func pause(_ headers: String) throws -> Int? {
      var output = Array("HTTP/1.1 200 OK\r\n\(headers)\r\n\r\n{}".utf8)
      let response = try #require(HTTPResponse(takenFrom: &output))
      #expect(output == Array("{}".utf8))
      return response.pause(at: 1_800_000_000)
    }
    #expect(try pause("X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: 1800000090") == 90)
    #expect(try pause("RateLimit-Remaining: 0\r\nRateLimit-Reset: 7") == 7)
    #expect(try pause("X-RateLimit-Remaining: 9\r\nX-RateLimit-Reset: 1800000090") == nil)
    #expect(try pause("Retry-After: 5") == 5)
    #expect(try pause("Retry-After: -5") == 0)
  }

  @Test func `a body may look like headers`() {
    let lines = "HTTP/1.1 404 Not Found\nAda"
    let loaded = service(
      [("https://h/a", "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/2 200 \r\n\r\n" + lines)], format: .lines
    )
    .load()
    #expect(loaded.entities.map(\.name) == ["HTTP/1.1 404 Not Found", "Ada"])
  }

  @Test func `other formats are read, without a bound of ten thousand`() {
    let lines = (0..<12_000).map { "Person \($0)" }.joined(separator: "\n")
    let loaded = service([("https://h/a", "HTTP/2 200 \r\n\r\n" + lines)], format: .lines).load()
    #expect(loaded.catalog.count == 12_000 && loaded.problems == [])
  }

  @Test func `headers take variables of the environment, and never show them`() throws {
    let variables = ["TOKEN": "s3cret", "BAD": "a\nb", "EMPTY": ""]
    func resolved(_ text: String) -> String {
      do throws(HeaderValue.Fault) {
        return try HeaderValue.resolved(text) { variables[$0] }
      } catch {
        return "! \(error.message)"
      }
    }
    #expect(resolved("Bearer ${TOKEN}!") == "Bearer s3cret!")
    #expect(resolved("$${TOKEN} ${TOKEN}${TOKEN} $ {} $TOKEN") == "${TOKEN} s3crets3cret $ {} $TOKEN")
    #expect(resolved("${NONE}") == "! the environment variable NONE is not set")
    #expect(resolved("${EMPTY}") == "! the environment variable EMPTY is not set")
    #expect(resolved("${BAD}") == "! the environment variable BAD contains a control character")
    #expect(resolved("a${TOKEN") == "! “${” has no “}”; a literal “${” is written “$${”")
  }

  @Test func `a program prints a list`() {
    func list(_ script: String, deadline: Int = 60_000) -> LoadedSource {
      let program = scratch.write("list", "#!/bin/sh\n" + script, executable: true)
      return FetchedList(
        name: "staff", place: .command(ChildCommand([program], deadline: deadline), .csv), refresh: 300
      ).load()
    }
    let good = list("printf 'name,handle\\nAda,ada\\n'")
    #expect(good.entities.map(line) == ["Ada @ada"] && !good.keepsKnown)
    let bad = list("printf 'name\\nAda\\n'; echo no luck >&2; exit 3")
    #expect(bad.keepsKnown && bad.entities == [])
    #expect(
      bad.problems.first?.description.contains("failed (exit status 3); the list is unchanged: no luck")
        == true)
    #expect(
      list("exec sleep 1000", deadline: 30).problems.first?.message.contains("did not end within 30 ms")
        == true)
  }
}
