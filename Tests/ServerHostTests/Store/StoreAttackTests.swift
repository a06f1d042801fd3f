import Foundation
import SystemCalls
import Testing

@testable import MentionsServer
@testable import ServerHost

/// Nothing outside the store's folder is written, whatever was planted in a workspace or on the way to it.
@Suite struct StoreAttackTests {
  private let folder = TestFolder()
  private let document = "file:///notes.md"
  private var name: String { StoredDocument.fileName(of: document) }
  private var file: [UInt8] { StoreKit.file(of: document, ["Ada"]) }
  private static let shared = StoredDocument.workspaceFolder

  private func write(to folder: String, limit: FolderLimit? = nil) -> String? {
    StoreKit.replace(self.folder("\(folder)/\(name)"), with: file, limit: limit)
  }

  @Test func `links named like the temporary files of earlier versions lead nowhere`() {
    folder.make("ws/" + Self.shared)
    folder.write("victim", "alias ls=ls\n")
    let process = ProcessInfo.processInfo.processIdentifier
    for number in process - 2...process + 2 {
      folder.link("ws/\(Self.shared)/\(name).\(number).new", to: folder("victim"))
    }
    #expect(write(to: "ws/" + Self.shared) == nil)
    #expect(folder.text("victim") == "alias ls=ls\n")
    #expect(folder.text("ws/\(Self.shared)/\(name)") == String(decoding: file, as: UTF8.self))
  }

  @Test func `a store's folder that is a link is refused`() {
    folder.make("ws")
    folder.make("elsewhere")
    folder.link("ws/" + Self.shared, to: folder("elsewhere"))
    let fault = write(to: "ws/" + Self.shared)
    #expect(fault == "\(folder("ws/" + Self.shared)) is a symbolic link, which is not followed")
    #expect(folder.names(in: "elsewhere") == [])
    folder.write("elsewhere/" + name, file)
    guard case .unreadable(let why) = StoreFiles.read(folder("ws/\(Self.shared)/\(name)")) else {
      Issue.record("it was read through a link")
      return
    }
    #expect(why.contains("symbolic link"))
    #expect(StoreFiles.documents(in: folder("ws/" + Self.shared), below: [""]) == [])
  }

  @Test func `a document's file that is a link is neither read nor replaced nor removed`() {
    folder.make("ws/" + Self.shared)
    folder.write("victim", file)
    folder.link("ws/\(Self.shared)/\(name)", to: folder("victim"))
    let path = folder("ws/\(Self.shared)/\(name)")
    for bytes in [StoreKit.file(of: document, ["Bob"]), nil] {
      #expect(StoreKit.replace(path, with: bytes, limit: nil)?.contains("symbolic link") == true)
    }
    #expect(folder.text("victim") == String(decoding: file, as: UTF8.self))
    #expect(StoreFiles.documents(in: folder("ws/" + Self.shared), below: [""]) == [])
  }

  @Test func `a workspace folder that is itself reached through a link is the user's own choice`() {
    folder.make("real")
    folder.link("ws", to: folder("real"))
    #expect(write(to: "ws/" + Self.shared) == nil)
    #expect(folder.names(in: "real/" + Self.shared) == [name])
  }

  @Test func `a pipe or a folder in place of a file blocks nothing`() {
    folder.make("state")
    folder.permit("state", 0o700)
    #expect(mkfifo(folder("state/" + name), 0o600) == 0)
    let path = folder("state/" + name)
    guard case .unreadable = StoreFiles.read(path) else {
      Issue.record("a pipe was read")
      return
    }
    #expect(StoreFiles.documents(in: folder("state"), below: [""]) == [])
    #expect(write(to: "state", limit: .state)?.contains("not a regular file") == true)
    try? FileManager.default.removeItem(atPath: path)
    folder.make("state/" + name)
    #expect(write(to: "state", limit: .state) != nil)
  }

  @Test func `above the state folder links are followed, its own name must not be one`() {
    folder.make("disk/state")
    folder.link("state", to: folder("disk/state"))
    #expect(write(to: "state/mentions-lsp", limit: .state) == nil)
    #expect(folder.names(in: "disk/state/mentions-lsp") == [name])
    folder.make("victim")
    folder.permit("victim", 0o700)
    folder.link("disk/other", to: folder("victim"))
    #expect(write(to: "disk/other", limit: .state)?.hasSuffix("symbolic link, which is not followed") == true)
    #expect(folder.names(in: "victim") == [])
  }

  @Test func `a state folder that others can write is refused, for reading too`() {
    #expect(write(to: "mentions-lsp", limit: .state) == nil)
    for mode in [0o777, 0o720, 0o702] {
      folder.permit("mentions-lsp", mode)
      let fault = write(to: "mentions-lsp", limit: .state)
      #expect(
        fault?.hasPrefix("\(folder("mentions-lsp")) can be written by other users") == true, "\(fault ?? "")")
      guard case .unreadable = StoreFiles.read(folder("mentions-lsp/" + name)) else {
        Issue.record("it was read")
        return
      }
    }
    folder.permit("mentions-lsp", 0o755)
    #expect(write(to: "mentions-lsp", limit: .state) == nil)
  }

  @Test func `a state folder of another user is refused`() throws {
    // Only who may give a folder away can plant one.
    guard Platform.user == 0 else { return }
    folder.make("mentions-lsp")
    folder.permit("mentions-lsp", 0o755)
    try FileManager.default.setAttributes([.ownerAccountID: 12345], ofItemAtPath: folder("mentions-lsp"))
    #expect(write(to: "mentions-lsp", limit: .state)?.hasSuffix("belongs to another user") == true)
    #expect(folder.names(in: "mentions-lsp") == [])
  }

  /// Whatever the folder's name means at any moment: nothing gets to where the link leads.
  @Test func `swapping the folder for a link while files are written has no effect`() throws {
    folder.make("ws/" + Self.shared)
    folder.make("victim")
    folder.link("ws/link", to: folder("victim"))
    let (place, link, spare) = (folder("ws/" + Self.shared), folder("ws/link"), folder("ws/spare"))
    let swapping = Thread {
      while !Thread.current.isCancelled {
        _ = rename(place, spare) + rename(link, place)
        _ = rename(place, link) + rename(spare, place)
      }
    }
    swapping.start()
    var (number, written) = (0, 0)
    // On a busy machine the first hundred may all meet the link.
    while number < 100 || written == 0 {
      number += 1
      let path = "\(place)/\(StoredDocument.fileName(of: "file:///\(number)"))"
      let bytes = StoreKit.file(of: "file:///\(number)", ["Ada"])
      if StoreKit.write(path, bytes, over: .known(nil)) == nil { written += 1 }
    }
    swapping.cancel()
    #expect(folder.names(in: "victim") == [])
    #expect(written > 0)
  }

  // MARK: What crashed servers left

  @Test func `left-over files are removed at the next start, those of live servers are kept`() throws {
    folder.make("state")
    folder.permit("state", 0o700)
    let dead = "state/\(name).0123456789abcdef.new"
    let live = "state/\(name).fedcba9876543210.new"
    let early = "state/\(name).4711.new"
    let strange = [
      "state/\(name).x.new", "state/notes.new", "state/\(name).new", "state/x.0123456789abcdef.new",
    ]
    for place in [dead, live, early] + strange { folder.write(place, "{") }
    let held = open(folder(live), O_RDONLY)
    defer { close(held) }
    #expect(Platform.lock(held) == .locked)

    let events = try #require(Mailbox<ServerEvent>())
    let writer = StoreWriter(events: events)
    writer.visit(folder("state"))
    _ = writer.finish(patience: 60_000)
    let kept = ([live, early] + strange).map { String($0.dropFirst(6)) }.sorted()
    #expect(folder.names(in: "state") == kept)

    // A file of an earlier version does not tell whether its writer lives.
    folder.age(early, seconds: 7200)
    StoreFiles.tidy(folder("state"), limit: nil)
    #expect(folder.names(in: "state") == kept.filter { $0 != String(early.dropFirst(6)) })
  }

  @Test func `left-over files count towards the limits`() {
    folder.make("state")
    folder.permit("state", 0o700)
    let limit = FolderLimit(documents: 10, bytes: 1000)
    for number in 1...3 {
      let document = "file:///\(number)"
      folder.write("state/" + StoredDocument.fileName(of: document), [UInt8](repeating: 32, count: 200))
      folder.age("state/" + StoredDocument.fileName(of: document), seconds: Double(100 - number))
    }
    let live = "state/\(name).fedcba9876543210.new"
    folder.write(live, [UInt8](repeating: 32, count: 700))
    let held = open(folder(live), O_RDONLY)
    defer { close(held) }
    #expect(Platform.lock(held) == .locked)
    StoreFiles.tidy(folder("state"), limit: limit)
    #expect(folder.names(in: "state").count == 2)
  }
}
