import ServerHost

/// Measures, prints one table, and judges nothing.
@main
struct BenchProgram {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == "simulate" { HostProcess.exit(await simulate(Array(words.dropFirst()))) }
    if words.first == "nearness" { HostProcess.exit(guess(Array(words.dropFirst()))) }
    HostProcess.exit(run(words))
  }

  /// 0, 1 where something was wrong, 2 for arguments that make no sense.
  private static func simulate(_ words: [String]) async -> Int32 {
    do {
      return try await Simulate(words).run() ? 0 : 1
    } catch {
      HostProcess.complain("mentions-bench: \(error)\n\n\(Simulate.usage)")
      return 2
    }
  }

  /// 0, 1 where the history cannot be read, 2 for arguments that make no sense.
  private static func guess(_ words: [String]) -> Int32 {
    do {
      return try GuessNames(words).run() ? 0 : 1
    } catch {
      HostProcess.complain("mentions-bench: \(error)\n\n\(GuessNames.usage)")
      return 2
    }
  }

  /// 0, 1 where something of ours could not be measured, 2 for arguments that make no sense.
  private static func run(_ words: [String]) -> Int32 {
    HostProcess.ignoreWriteSignals()
    let options: Options
    do {
      options = try Options(words, benchmarks: Benchmarks.all.map(\.name))
    } catch {
      HostProcess.complain("mentions-bench: \(error)\n\n\(Options.usage(listing: Benchmarks.list))")
      return 2
    }
    if options.wantsHelp {
      HostProcess.write(Options.usage(listing: Benchmarks.list))
      return 0
    }
    do {
      let bench = try Bench(options)
      defer { bench.cleanUp() }
      let report = Benchmarks.run(bench)
      HostProcess.write(report.printed(as: options.format))
      return bench.hasFailed ? 1 : 0
    } catch {
      HostProcess.complain("mentions-bench: \(error)\n")
      return 1
    }
  }
}
