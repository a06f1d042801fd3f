import Foundation
import SystemCalls
import Testing

@testable import MentionsServer
@testable import ServerHost

/// Several servers write in one folder of the store, and one server many files.
@Suite struct StoreWriterTests {
  @Test func `written by many at the same time, everything is there`() {
    let folder = TestFolder()
    let document = "file:///notes.md"
    let path = folder("state/\(StoredDocument.fileName(of: document))")
    let names = (1...24).map { "Ada \($0)" }
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      let fault = StoreKit.write(path, StoreKit.file(of: document, [names[index]]), over: .known(nil))
      #expect(fault == nil)
    }
    #expect(StoreKit.names(in: path).count >= 4)
    #expect(Set(StoreKit.names(in: path)).isSubset(of: Set(names)))
    #expect(StoreKit.names(in: path) == names.sorted())
  }

  @Test func `a server that is stopped while it holds the folder does not prevent others from writing`()
    throws
  {
    let folder = TestFolder()
    folder.make("state")
    folder.permit("state", 0o700)
    let holder = try Platform.Folder(folder("state"))
    #expect(holder.lock(within: 0))
    let path = folder("state/\(StoredDocument.fileName(of: "file:///a"))")
    #expect(StoreKit.write(path, StoreKit.file(of: "file:///a", ["Ada"]), over: .known(nil)) == nil)
    #expect(StoreKit.names(in: path) == ["Ada"])
  }

  @Test func `a hundred documents at the end are all written`() throws {
    let folder = TestFolder()
    let events = try #require(Mailbox<ServerEvent>())
    let writer = StoreWriter(events: events)
    for number in 0..<100 {
      let document = "file:///\(number)"
      writer.write(
        StoredDocument.Update(
          path: folder("state/\(StoredDocument.fileName(of: document))"),
          bytes: StoreKit.file(of: document, ["Ada"]),
          base: .known(nil)))
    }
    let (written, left) = writer.finish(patience: 60_000)
    #expect(left == 0)
    #expect(written.count == 100)
    #expect(folder.names(in: "state").count == 100)
  }

  @Test func `files not written in time are counted, and unwritable ones are named`() throws {
    let folder = TestFolder()
    folder.write("state", "a file in the folder's place")
    let events = try #require(Mailbox<ServerEvent>())
    let writer = StoreWriter(events: events)
    let path = folder("state/\(StoredDocument.fileName(of: "file:///a"))")
    writer.write(
      StoredDocument.Update(
        path: path, bytes: StoreKit.file(of: "file:///a", ["Ada"]), base: .known(nil)))
    let (written, _) = writer.finish(patience: 60_000)
    guard case .storeWritten(path, let fault?)? = written.first else {
      Issue.record("\(written)")
      return
    }
    #expect(fault.contains("state"))
  }
}
