import MentionsServer
import ServerHost

/// Serves one client until it ends the session or hangs up, and returns the exit status of the process. A program that is
/// a server and nothing else passes `HostProcess.takeOverStandardStreams()` and `HostProcess.catchEndingSignals()`.
///
/// - Parameters:
///   - streams: descriptors of a socket or of pipes, which nothing else reads or writes.
///   - signals: delivers the signals that end the server; nil: none do.
///   - transcript: a file to record the session in; nil: none.
func serve(
  _ streams: (input: Int32, output: Int32), signals: Int32? = nil, transcript: String? = nil
) throws(OutputFileError) -> Int32 {
  let session = Session(options: .init(version: "1.0", environment: HostProcess.environment()))
  let logger = try Logger(level: .warning)
  let recorder = try transcript.map { path throws(OutputFileError) in try TranscriptRecorder(path: path) }
  let loop = RunLoop(
    session: session, input: streams.input, output: streams.output, signals: signals, logger: logger,
    recorder: recorder)
  return loop?.run() ?? 1
}
