import ServerHost

/// `replay FILE`: plays a transcript to a fresh session and compares.
enum Replay {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let reduces = arguments.flag("--reduce")
    let path = try arguments.word("a transcript")
    try arguments.finish()
    do {
      return replay(Transcript(try HostProcess.readFile(path)), path, reduces: reduces)
    } catch {
      HostProcess.complain("mentions-lsp: \(error)\n")
      return 2
    }
  }

  /// 0 if the session goes the same way, 1 if it does not, 2 if there is nothing to play.
  private static func replay(_ transcript: Transcript, _ path: String, reduces: Bool) -> Int32 {
    guard transcript.count > 0 else {
      HostProcess.complain(
        "mentions-lsp: \(path) is not a transcript: none of its lines can be read as one\n")
      return 2
    }
    if transcript.leftOut > 0 {
      HostProcess.complain(
        "mentions-lsp: the recording left out \(transcript.leftOut) entities; the replay may differ for that\n"
      )
    }
    guard let difference = TranscriptReplay.firstDifference(in: transcript, version: Version.text) else {
      if !reduces { HostProcess.write("the same: \(transcript.count) lines\(skipped(transcript))\n") }
      return 0
    }
    if reduces, let reduced = TranscriptReduction.reduce(transcript, version: Version.text) {
      HostProcess.complain("\(path): \(difference)\n\(transcript.count) lines reduced to \(reduced.count)\n")
      HostProcess.write(String(decoding: reduced.encoded, as: UTF8.self))
    } else {
      HostProcess.write("\(path): \(difference)\n")
    }
    return 1
  }

  private static func skipped(_ transcript: Transcript) -> String {
    transcript.skipped == 0 ? "" : ", \(transcript.skipped) skipped that are not known"
  }
}
