public import Entities
import SystemCalls

/// People, issues, or pull or merge requests of the project behind a repository's remote (`"type": "forge"`).
///
/// The remote is that of `upstream`, else of `origin`. A token goes to the host that it is for, over https; a host that is
/// neither in ``ForgePresets`` nor named by the user is not asked at all.
public struct ForgeSource: FetchingSource {
  public let name: String
  /// A directory anywhere in the repository.
  public let directory: String
  public let list: ForgeList
  /// Further hosts and their kinds, as the user's settings name them.
  public let hosts: [String: String]
  /// Seconds for which what was fetched is not fetched again.
  public let refresh: Int
  package var memory: SourceMemory?
  package var isKept = false
  package var timeout: Int { Self.timeout }
  /// In milliseconds, for each page or program.
  static let timeout = 30_000
  /// Pages of a hundred: the newest 2,000 issues.
  static let mostPages = 20
  var environment: @Sendable (String) -> String? = { Platform.environment()[$0] }
  var curl = "curl"
  var git = "git"

  public init(name: String, directory: String, list: ForgeList, hosts: [String: String], refresh: Int) {
    self.name = name
    self.directory = directory
    self.list = list
    self.hosts = hosts
    self.refresh = refresh
  }

  /// The project, and how it is asked for the list.
  fileprivate struct Question {
    let remote: ForgeRemote
    let preset: ForgePreset
    /// The variable that the token is in.
    let token: String?
    /// Whether the forge's own program is there.
    let hasProgram: Bool
  }

  /// Fails with a reason in words where nothing is asked.
  private func question() -> Result<Question, Reason> {
    guard let remote = remote() else {
      return .failure(Reason(text: "the repository has no remote on a forge"))
    }
    guard ForgePresets.kind(of: remote.host, hosts: hosts) != nil else {
      return .failure(
        Reason(text: "\(remote.host) is no host that is known; name it in “hosts” of your own settings"))
    }
    guard let preset = ForgePresets.preset(of: remote, list, hosts: hosts) else {
      return .failure(Reason(text: "\(remote.host) has no list of \(list.rawValue)"))
    }
    return .success(
      Question(
        remote: remote, preset: preset, token: preset.tokens.first { environment($0)?.isEmpty == false },
        hasProgram: preset.command.first.map(isInstalled) ?? false))
  }

  private func isInstalled(_ program: String) -> Bool {
    (try? ProgramLookup.file(for: program, directory: nil, path: environment("PATH"))) != nil
  }

  private struct Reason: Error {
    let text: String
  }

  /// What is asked, or why nothing is, and where the token comes from; never the token.
  package var explanation: String {
    switch question() {
    case .failure(let reason): return reason.text
    case .success(let question):
      let place = "\(question.remote.host)/\(question.remote.project)"
      if question.hasProgram { return "\(place), by \(question.preset.command[0])" }
      return place + (question.token.map { ", with the token in \($0)" } ?? ", without a token")
    }
  }

  private func remote() -> ForgeRemote? {
    let program = GitProgram(directory: directory, timeout: 5000, program: git)
    for name in ["upstream", "origin"] {
      guard let line = try? program.lines(["remote", "get-url", name]).first, var remote = ForgeRemote(line)
      else { continue }
      if remote.isBySSH, ForgePresets.kind(of: remote.host, hosts: hosts) == nil,
        let real = Self.realHost(remote.host)
      {
        remote.host = real
      }
      return remote
    }
    return nil
  }

  /// The host behind an alias of ssh's configuration.
  private static func realHost(_ alias: String) -> String? {
    let command = ChildCommand(["ssh", "-G", "--", alias], deadline: 5000, outputLimit: 1 << 18)
    guard let result = try? ChildProcess.run(command), result.isSuccess else { return nil }
    for line in result.output.split(separator: 0x0A) where line.starts(with: "hostname ".utf8) {
      let host = String(decoding: line.dropFirst("hostname ".utf8.count), as: UTF8.self)
      return ForgeRemote.isHost(host) ? host.lowercased() : nil
    }
    return nil
  }

  // MARK: Reading

  package var isFresh: Bool {
    guard case .success(let question) = question() else { return false }
    return fetched(by: .service(question), question).isFresh
  }

  public func read(_ sink: EntitySink) -> SourceReport {
    let loaded = load(on: .sequential)
    for index in loaded.catalog.indicesInOwnOrder { _ = sink(loaded.catalog.entity(at: index)) }
    return SourceReport(problems: loaded.problems)
  }

  public func load(
    on executor: any ParallelExecutor, early: @escaping (LoadedSource) -> Void
  ) -> LoadedSource {
    switch question() {
    case .failure(let reason):
      // Nothing was asked, so nothing of it is known.
      return LoadedSource(catalog: .empty, problems: [SourceProblem(.note, source: name, reason.text)])
    case .success(let question):
      if question.hasProgram {
        let loaded = fetched(by: .program(question.preset.command), question).load(on: executor, early: early)
        if !loaded.keepsKnown { return loaded }
      }
      return fetched(by: .service(question), question).load(on: executor, early: early)
    }
  }

  private enum Way {
    case program([String])
    case service(Question)
  }

  private func fetched(by way: Way, _ question: Question) -> FetchedList {
    let place: FetchedList.Place
    switch way {
    case .program(let words):
      // Outside of the workspace, without questions.
      var command = ChildCommand(words, directory: "/", deadline: Self.timeout)
      command.environment = ["GH_PROMPT_DISABLED": "1", "NO_COLOR": "1", "GH_NO_UPDATE_NOTIFIER": "1"]
      place = .command(command, .jsonl)
    case .service(let question):
      var headers = ["Accept": "application/json"]
      if let token = question.token {
        headers["Authorization"] = Placeholder.fill(
          ["{token}"], in: question.preset.authorization, with: "${\(token)}")
      }
      place = .http(
        HTTPSource.Request(
          url: question.preset.url, headers: headers, map: question.preset.map, timeout: Self.timeout,
          program: curl), .json)
    }
    var fetched = FetchedList(name: name, place: place, refresh: refresh)
    fetched.memory = memory
    fetched.isKept = isKept
    fetched.mostPages = Self.mostPages
    fetched.subject = question.preset.url
    if list != .people { fetched.kind = EntityKind(rawValue: "issue") }
    return fetched
  }
}
