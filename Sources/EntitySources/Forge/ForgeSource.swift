public import Entities
import SystemCalls

/// People, issues, or pull or merge requests of the project behind a repository's remote (`"type": "forge"`).
///
/// The remote is that of `upstream`, else of `origin`. A host that is neither in ``ForgePresets`` nor named by the user is
/// not asked at all. A token goes over https alone, to github.com, gitlab.com and the hosts that the user has named.
public struct ForgeSource: FetchingSource {
  public let name: String
  /// A directory anywhere in the repository.
  public let directory: String
  public let list: ForgeList
  /// Further hosts and their kinds, as the user's settings name them.
  public let hosts: [String: String]
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
    let variable: String?
    /// The forge's own program that has the list, with its arguments; nil where it is not installed.
    let program: [String]?
    /// The same of the program that has a token.
    let login: [String]?
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
        remote: remote, preset: preset, variable: preset.tokens.first { environment($0)?.isEmpty == false },
        program: installed(preset.command), login: installed(preset.login)))
  }

  /// The words with the program's file as the first; nil where there is none.
  private func installed(_ words: [String]) -> [String]? {
    guard let program = words.first,
      let file = try? ProgramLookup.file(for: program, directory: nil, path: environment("PATH"))
    else { return nil }
    return [file] + words.dropFirst()
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
      if question.program != nil { return "\(place), by \(question.preset.command[0])" }
      if let variable = question.variable { return "\(place), with the token in \(variable)" }
      return place
        + (question.login == nil ? ", without a token" : ", as \(question.preset.login[0]) is logged in")
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

  package var age: Int? {
    guard case .success(let question) = question() else { return nil }
    return list(of: question, at: service(question, token: nil)).age
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
      if let program = question.program {
        let place = FetchedList.Place.command(Self.command(program), .jsonl)
        let loaded = self.list(of: question, at: place).load(on: executor, early: early)
        if !loaded.keepsKnown { return loaded }
      }
      let token = question.variable.flatMap(environment) ?? question.login.flatMap(Self.token(printedBy:))
      var list = list(of: question, at: service(question, token: token))
      list.environment = { $0 == Self.token ? token : nil }
      return list.load(on: executor, early: early)
    }
  }

  /// Outside of the workspace, without questions.
  private static func command(_ words: [String]) -> ChildCommand {
    var command = ChildCommand(words, directory: "/", deadline: timeout)
    command.environment = ["GH_PROMPT_DISABLED": "1", "NO_COLOR": "1", "GH_NO_UPDATE_NOTIFIER": "1"]
    return command
  }

  /// What a program prints; nil where nobody is logged in.
  private static func token(printedBy words: [String]) -> String? {
    guard let result = try? ChildProcess.run(command(words)), result.isSuccess else { return nil }
    return EntityRecord.trimmed(String(decoding: result.output, as: UTF8.self))
  }

  /// Stands for the token in a header: the value is put in when it is sent.
  private static let token = "TOKEN"

  private func service(_ question: Question, token: String?) -> FetchedList.Place {
    var headers = ["Accept": "application/json"]
    if token != nil {
      headers["Authorization"] = Placeholder.fill(
        ["{token}"], in: question.preset.authorization, with: "${\(Self.token)}")
    }
    return .http(
      HTTPSource.Request(
        url: question.preset.url, headers: headers, map: question.preset.map, timeout: Self.timeout,
        program: curl), .json)
  }

  private func list(of question: Question, at place: FetchedList.Place) -> FetchedList {
    var fetched = FetchedList(name: name, place: place, refresh: refresh)
    fetched.memory = memory
    fetched.isKept = isKept
    fetched.mostPages = Self.mostPages
    fetched.subject = question.preset.url
    fetched.holdsIssues = list != .people
    return fetched
  }
}
