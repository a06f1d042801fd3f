import LanguageProtocol
import ServerHost

/// `events FILE`: what the user did, by the abstraction layer, from a transcript.
enum Events {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let path = try arguments.word("a transcript")
    try arguments.finish()
    do {
      return show(Transcript(try HostProcess.readFile(path)), path)
    } catch {
      HostProcess.complain("mentions-lsp: \(error)\n")
      return 2
    }
  }

  /// 0, or 2 if there is nothing to read.
  private static func show(_ transcript: Transcript, _ path: String) -> Int32 {
    guard transcript.count > 0 else {
      HostProcess.complain(
        "mentions-lsp: \(path) is not a transcript: none of its lines can be read as one\n")
      return 2
    }
    var columns = Columns()
    for event in TranscriptReplay.textEvents(in: transcript, version: Version.text) {
      let params = event.params
      columns.add(
        seconds(event.milliseconds), TextEventLine.place(of: params), params.event.rawValue,
        TextEventLine.text(of: params), TextEventLine.source(of: params))
    }
    HostProcess.write(columns.lines().map { $0 + "\n" }.joined())
    return 0
  }

  private static func seconds(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
