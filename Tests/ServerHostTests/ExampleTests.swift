import Foundation
import Testing

@Suite struct ExampleTests {
  @Test func `a client is served over pipes and recorded`() throws {
    let (input, output) = (Pipe(), Pipe())
    let transcript = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: transcript) }
    for message in [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#,
    ] {
      input.fileHandleForWriting.write(
        Data("Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8))
    }
    let status = try serve(
      (input.fileHandleForReading.fileDescriptor, output.fileHandleForWriting.fileDescriptor),
      transcript: transcript.path)
    #expect(status == 0)
    try output.fileHandleForWriting.close()
    let answers = String(decoding: try #require(try output.fileHandleForReading.readToEnd()), as: UTF8.self)
    #expect(answers.contains(#""version":"1.0""#))
    #expect(try String(contentsOf: transcript, encoding: .utf8).contains("shutdown"))
  }
}
