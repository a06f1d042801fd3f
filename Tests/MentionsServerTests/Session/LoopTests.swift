import Foundation
import JSONText
import LanguageProtocol
import Mentions
import Testing

@testable import MentionsServer

/// Handlers that wait go on within `handle`, on the thread that calls it.
@Suite struct LoopTests {
  /// Used by one thread at a time.
  private final class Driver: @unchecked Sendable {
    let session = Session(options: .init(version: "1"))
    var threads: [String] = []
    var sent: [String] = []

    /// Notes the thread that this is called on.
    func note() { threads.append(Thread.current.threadDictionary["name"] as? String ?? "") }

    func handle(_ event: ServerEvent) {
      for case .send(let message) in session.handle(event, now: Instant(milliseconds: 0)) {
        sent.append(String(decoding: message, as: UTF8.self))
      }
    }

    func handle(_ message: JSONValue) { handle(.message(JSONWriter.bytes(of: message))) }
  }

  /// Runs `body` on a thread of its own, and waits for its end.
  private func onThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      Thread.current.threadDictionary["name"] = name
      body()
      done.signal()
    }
    thread.start()
    done.wait()
  }

  private static func request(_ id: Int, _ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params]
  }

  @Test func `every step runs on the thread that handles the event which it waited for`() {
    let driver = Driver()
    onThread("first") {
      driver.handle(Self.request(1, "initialize", ["capabilities": [:]]))
      driver.session.start { session async throws(RPCError) in
        driver.note()
        try await session.until(.answered(7))
        driver.note()
        await session.turn()
        driver.note()
      }
    }
    // What `start` has queued begins with the next event.
    #expect(driver.threads.isEmpty)
    onThread("second") { driver.handle(.settings([])) }
    #expect(driver.threads == ["second"])
    #expect(driver.sent.contains { $0.contains(#""id":1,"result""#) })
    onThread("third") {
      for _ in 0..<7 { _ = driver.session.requests.newRequest() }
      driver.handle(["jsonrpc": "2.0", "id": 7, "result": .null])
    }
    #expect(driver.threads == ["second", "third", "third"])
  }

  @Test func `initialize that was cancelled can be asked for again`() {
    let driver = Driver()
    driver.handle(Self.request(1, "initialize", ["capabilities": [:]]))
    driver.handle(["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": 1]])
    #expect(driver.sent.count == 1 && driver.sent[0].contains("-32800"))
    // The answer to the first reading.
    driver.handle(.settings([]))
    driver.handle(Self.request(2, "initialize", ["capabilities": [:]]))
    #expect(driver.sent.count == 1)
    driver.handle(.settings([]))
    #expect(driver.sent.count == 2 && driver.sent[1].contains(#""id":2,"result""#))
  }

  @Test func `handlers go on in the order in which they began to wait, and end with the session`() {
    let driver = Driver()
    var ended: [Int] = []
    driver.handle(Self.request(1, "initialize", ["capabilities": [:]]))
    driver.handle(.settings([]))
    for number in 0..<3 {
      driver.session.start { session async throws(RPCError) in
        let look = session.searches.looks + (number == 1 ? 2 : 1)
        try await session.until(.filesChecked(look))
        ended.append(number)
      }
    }
    driver.handle(.clock)
    #expect(ended.isEmpty)
    driver.handle(.filesChanged([]))
    #expect(ended == [0, 2])
    driver.handle(.ending(.inputEnded))
    #expect(ended == [0, 2])
    #expect(driver.session.loop.waits.isEmpty)
  }
}
