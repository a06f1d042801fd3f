import EntitySources
import JSONText
import MentionsServer
import ServerHost

/// `serve`: the language server on standard input and output.
enum Serve {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    _ = arguments.flag("--stdio")
    let record = try arguments.value("--record")
    let log = try arguments.value("--log")
    let showsText = arguments.flag("--show-text")
    let level = try logLevel(&arguments)
    try arguments.finish()
    do {
      let logger = try Logger(level: level, showsText: showsText, path: log)
      let recorder = try record.map { path throws(OutputFileError) in try TranscriptRecorder(path: path) }
      return serve(logger, recorder)
    } catch {
      HostProcess.complain("mentions-lsp: \(error)\n")
      return 1
    }
  }

  private static func serve(_ logger: Logger, _ recorder: TranscriptRecorder?) -> Int32 {
    let streams = HostProcess.takeOverStandardStreams()
    let session = Session(
      options: .init(version: Version.text, environment: HostProcess.environment()))
    guard let signals = HostProcess.catchEndingSignals(),
      let loop = RunLoop(
        session: session, input: streams.input, output: streams.output, signals: signals, logger: logger,
        recorder: recorder)
    else {
      HostProcess.complain("mentions-lsp: the process has no file descriptors left\n")
      return 1
    }
    return loop.run()
  }

  private static func logLevel(_ arguments: inout Arguments) throws(UsageError) -> LogLevel {
    guard let name = try arguments.value("--log-level") else { return .warning }
    guard let level = LogLevel(name: name) else {
      let names = LogLevel.allCases.map(\.name).joined(separator: ", ")
      throw UsageError("--log-level is \(name), expected one of \(names)")
    }
    return level
  }
}

/// `schema`: prints the JSON Schema of the settings, for editors that check `.mentions.json`; with `--presets`, the
/// built-in presets for forges.
enum Schema {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let wantsPresets = arguments.flag("--presets")
    try arguments.finish()
    if wantsPresets {
      HostProcess.write(ForgePresets.text + "\n")
      return 0
    }
    let bytes = JSONWriter.bytes(of: SettingsSchema.schema(), indentation: 2)
    HostProcess.write(String(decoding: bytes, as: UTF8.self) + "\n")
    return 0
  }
}
