import JSONText
import LanguageProtocol
import ServerHost
import SystemCalls

/// One run: what is measured, with what, and where.
final class Bench {
  let options: Options
  let ours: Server
  let peers: [Server]
  let finder: PeerFinder
  /// Emptied and removed at the end.
  let folder: String
  private var files: [String] = []
  /// The bytes of what was made for several benchmarks, by path.
  var made: [String: Int] = [:]
  private(set) var report: Report
  private(set) var hasFailed = false

  /// All chance comes from here.
  static let seed: UInt64 = 42

  init(_ options: Options) throws(BenchError) {
    self.options = options
    folder = try BenchFiles.makeFolder(below: HostProcess.environment()["TMPDIR"] ?? "/tmp")
    finder = PeerFinder(options: options, folder: folder)
    let missing: [String]
    do {
      ours = try finder.ours()
      (peers, missing) = try finder.peers()
    } catch {
      Platform.removeFolder(folder)
      throw error
    }
    report = Report(
      machine: Self.machine,
      date: CalendarDate(daysSince1970: Platform.secondsSince1970() / 86_400).description,
      seed: Self.seed, peers: peers.map(\.name))
    report.notes = missing
    files = [folder + "/peer.py"]
  }

  var servers: [Server] { [ours] + peers }

  /// Few or many, as the options say.
  func rounds(_ many: Int, quick: Int) -> Int { options.isQuick ? quick : many }

  /// A path in the run's own folder.
  func file(_ name: String) -> String {
    let path = "\(folder)/\(name)"
    if !files.contains(path) { files.append(path) }
    return path
  }

  func uri(_ name: String) -> DocumentURI { DocumentURI(filePath: "\(folder)/\(name)") }

  func note(_ text: String) { if !report.notes.contains(text) { report.notes.append(text) } }

  func add(_ rows: [Row]) { report.rows += rows }

  func add(_ table: Table) { report.tables.append(table) }

  /// A benchmark could not be run.
  func fail(_ text: String) {
    hasFailed = true
    note(text)
  }

  /// Does something with each server in turn; one that fails is noted and left out from there on.
  func eachServer(
    _ servers: inout [Server], failing rows: inout [Row], _ body: (Server) throws(BenchError) -> [Double?]
  ) {
    for server in servers {
      do {
        for (index, value) in try body(server).enumerated() {
          if let value { rows[index].add(value, for: server) }
        }
      } catch {
        note("\(server.name): \(error)")
        for index in rows.indices { rows[index].fail(server) }
        servers.removeAll { $0.name == server.name }
        if server.isOurs { hasFailed = true }
      }
    }
  }

  /// What the servers of this run keep.
  var cacheFiles: [String] {
    let folder = finder.cacheFolder + "/mentions-lsp"
    return ((try? Platform.names(in: folder)) ?? []).filter { $0.hasSuffix(".catalog") }.map {
      "\(folder)/\($0)"
    }
  }

  /// Waits until a server has put a file of this kind into the cache.
  func waitForCache(ending: String) throws(BenchError) {
    let folder = finder.cacheFolder + "/mentions-lsp"
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(120)
    while !((try? Platform.names(in: folder)) ?? []).contains(where: { $0.hasSuffix(ending) }) {
      guard clock.now < deadline else { throw BenchError("nothing was put into the cache in two minutes") }
      var none: [Platform.Interest] = []
      Platform.wait(for: &none, milliseconds: 20)
    }
  }

  func emptyCache() {
    let folder = finder.cacheFolder + "/mentions-lsp"
    for name in (try? Platform.names(in: folder)) ?? [] { try? Platform.remove("\(folder)/\(name)") }
  }

  func cleanUp() {
    emptyCache()
    for folder in [finder.cacheFolder + "/mentions-lsp", finder.cacheFolder] { Platform.removeFolder(folder) }
    for file in files { try? Platform.remove(file) }
    Platform.removeFolder(folder)
  }

  private static var machine: String {
    let version = try? HostProcess.readFile("/proc/sys/kernel/osrelease")
    let kernel = version.map { " " + String(decoding: $0.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
    let load = (try? HostProcess.readFile("/proc/loadavg"))?.prefix { $0 != UInt8(ascii: " ") }
    let busy = load.map { ", load \(String(decoding: $0, as: UTF8.self)) at the start" } ?? ""
    #if os(Linux)
    let system = "Linux"
    #elseif os(macOS)
    let system = "macOS"
    #else
    let system = "another system"
    #endif
    #if arch(x86_64)
    let processor = "x86_64"
    #elseif arch(arm64)
    let processor = "arm64"
    #else
    let processor = "another processor"
    #endif
    let facts = (try? HostProcess.readFile("/proc/cpuinfo")) ?? []
    let model =
      facts.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "model name".utf8) }
      .flatMap { line in line.firstIndex(of: UInt8(ascii: ":")).map { line[($0 + 1)...] } }
      .map { String(decoding: $0.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self) + ", " } ?? ""
    #if DEBUG
    let build = "; this program is a DEBUG build: its figures mean nothing"
    #else
    let build = ""
    #endif
    return "\(model)\(system)\(kernel ?? ""), \(processor), \(Platform.cores) cores\(busy)\(build)"
  }
}

/// Something that is measured: its name on the command line, and how.
struct Benchmark: Sendable {
  let name: String
  let summary: String
  let run: @Sendable (Bench) throws(BenchError) -> [Row]
}

enum Benchmarks {
  static let all = [
    Benchmark(
      name: "start", summary: "from the program's start until initialize is answered, and its memory then",
      run: StartBenchmark.rows),
    Benchmark(
      name: "keystroke", summary: "2,000 changes in small and huge documents", run: KeystrokeBenchmark.rows),
    Benchmark(
      name: "text", summary: "edits far apart, pastes and whole documents sent again, 1 to 100 MB",
      run: TextBenchmark.rows),
    Benchmark(
      name: "idle", summary: "completion where nothing is being created", run: IdleBenchmark.rows),
    Benchmark(
      name: "completion", summary: "lists from 1,000, 100,000 and 1,000,000 entities",
      run: CompletionBenchmark.rows),
    Benchmark(
      name: "queries", summary: "the search alone: 18 classes of keys, each typed letter by letter",
      run: QueryBenchmark.rows),
    Benchmark(
      name: "slow", summary: "what is shown while a source takes 300 ms to answer, in simulated time",
      run: SlowSourceBenchmark.rows),
    Benchmark(
      name: "load", summary: "reading 250,000, 500,000 and 1,000,000 entities into memory",
      run: LoadBenchmark.rows),
    Benchmark(
      name: "directory", summary: "reading a directory of 1,000,000 entities", run: DirectoryBenchmark.rows),
    Benchmark(
      name: "cache", summary: "the same out of the cache that an earlier start left", run: CacheBenchmark.rows
    ),
    Benchmark(
      name: "workspace", summary: "where somebody is mentioned in 25,000, 50,000 and 100,000 files",
      run: WorkspaceBenchmark.rows),
    Benchmark(
      name: "tokens", summary: "semantic tokens of 100,000 annotations", run: TokensBenchmark.rows),
    Benchmark(
      name: "diagnostics", summary: "what is wrong with mentions, after each key in 10 KB, 256 KB and 1 MB",
      run: DiagnosticsBenchmark.rows),
    Benchmark(
      name: "growth", summary: "large edits and openings with 12,500 to 100,000 mentions",
      run: GrowthBenchmark.rows),
    Benchmark(name: "wire", summary: "reading and writing messages", run: WireBenchmark.rows),
  ]

  /// Names and summaries, for the help.
  static var list: [(name: String, summary: String)] { all.map { ($0.name, $0.summary) } }

  /// Runs the chosen benchmarks in their order.
  static func run(_ bench: Bench) -> Report {
    let only = bench.options.only
    for benchmark in all where only.isEmpty || only.contains(benchmark.name) {
      HostProcess.complain("measuring \(benchmark.name)…\n")
      do {
        bench.add(try benchmark.run(bench))
      } catch {
        bench.fail("\(benchmark.name): \(error)")
      }
    }
    bench.note(
      "least, median and p99 are ours; a peer's figure is its median, and (×) how many times our median")
    bench.note("seed \(Bench.seed); what warms up is not counted; servers take turns within each round")
    return bench.report
  }
}
