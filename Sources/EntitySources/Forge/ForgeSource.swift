import Entities
import SystemCalls

/// The people, issues, and merge or pull requests of the project that a repository's Git remote points
/// to (`"type": "forge"`).
///
/// The remote is `upstream` or, if there is none, `origin`; if `host` is set, that host is used instead. A host that is neither in
/// ``ForgePresets`` nor named by the user is never contacted. A token is sent over https only, to github.com,
/// gitlab.com and the hosts that the user has named.
package struct ForgeSource: FetchingSource {
  package let name: String
  /// A directory anywhere in the repository.
  package let directory: String
  package let list: ForgeList
  /// The host of a service, with an optional port; nil to use the host of the remote.
  package let host: String?
  package let forges: Forges
  package let refresh: Int
  package var memory: SourceMemory?
  package var isKept = false
  package var timeout: Int { Self.timeout }
  /// The timeout in milliseconds of each page or program.
  static let timeout = 30_000
  /// The maximum number of pages to request; nil for all pages. On forges with a hundred entries per page, twenty pages
  /// are the newest 2,000 issues. Without a token, fewer pages are requested.
  private static func mostPages(_ list: ForgeList, hasToken: Bool) -> Int? {
    if !hasToken { return 5 }
    return list == .people ? nil : 20
  }
  private static func pagesOfCommits(hasToken: Bool) -> Int { hasToken ? 10 : 2 }
  var environment: @Sendable (String) -> String? = { Platform.environment()[$0] }
  var curl = "curl"
  var git = "git"

  package init(
    name: String, directory: String, list: ForgeList, host: String? = nil, forges: Forges = Forges(),
    refresh: Int
  ) {
    self.name = name
    self.directory = directory
    self.list = list
    self.host = host
    self.forges = forges
    self.refresh = refresh
  }

  /// The project, and the ways to request its list.
  fileprivate struct Question {
    let remote: ForgeRemote
    let preset: ForgePreset
    /// The environment variable that contains the token.
    let variable: String?
    /// The forge's own program for the list, with its arguments; nil if it is not installed.
    let program: [String]?
    /// The command that prints the token.
    let login: [String]?
  }

  /// The request to send, or the reason, in words, why there is none.
  private func question() -> Result<Question, Forges.Reason> {
    guard let remote = remote() else {
      return .failure(Forges.Reason(text: Self.noRemote(host)))
    }
    return Result { () throws(Forges.Reason) in
      let preset = try forges.preset(of: remote, list)
      return Question(
        remote: remote, preset: preset, variable: preset.tokens.first { environment($0)?.isEmpty == false },
        program: installed(preset.command), login: installed(preset.login))
    }
  }

  private static func noRemote(_ host: String?) -> String {
    host.map { "“\($0)” is not a valid host name" } ?? "no Git remote points to a forge"
  }

  /// The command with the path of its program as the first word; nil if it is not installed.
  private func installed(_ words: [String]) -> [String]? {
    guard let program = words.first,
      let file = try? ProgramLookup.file(for: program, directory: nil, path: environment("PATH"))
    else { return nil }
    return [file] + words.dropFirst()
  }

  /// Describes the request or the reason why there is none, and the origin of the token, but never the token itself.
  package var explanation: String {
    switch question() {
    case .failure(let reason): return reason.text
    case .success(let question):
      let remote = question.remote
      let place = remote.project.isEmpty ? remote.host : "\(remote.host)/\(remote.project)"
      if question.program != nil { return "\(place), fetched with \(question.preset.command[0])" }
      if let variable = question.variable { return "\(place), with the token in \(variable)" }
      return place
        + (question.login == nil ? ", without a token" : ", with the login of \(question.preset.login[0])")
    }
  }

  private func remote() -> ForgeRemote? {
    if let host { return ForgeRemote(service: host) }
    let program = GitProgram(directory: directory, timeout: 5000, program: git)
    for name in ["upstream", "origin"] {
      guard let line = try? program.lines(["remote", "get-url", name]).first, var remote = ForgeRemote(line)
      else { continue }
      if remote.isBySSH, forges.kind(of: remote.host) == nil,
        let real = Self.realHost(remote.host)
      {
        remote.host = real
      }
      return remote
    }
    return nil
  }

  /// The host name for an alias in the configuration of ssh.
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
    return list(of: question, at: place(of: question, token: nil), token: nil).age
  }

  package func read(_ sink: EntitySink) -> SourceReport {
    let loaded = load(on: .sequential)
    for index in loaded.catalog.indicesInOwnOrder { _ = sink(loaded.catalog.entity(at: index)) }
    return SourceReport(problems: loaded.problems)
  }

  package func load(
    on executor: any ParallelExecutor, early: @escaping (LoadedSource) -> Void
  ) -> LoadedSource {
    switch question() {
    case .failure(let reason):
      return absence(reason)
    case .success(let question):
      if let program = question.program {
        let place = FetchedList.Place.command(Self.command(program), .jsonl)
        let loaded = self.list(of: question, at: place, token: token(of: question)).load(
          on: executor, early: early)
        if !loaded.keepsKnown { return loaded }
      }
      let token = token(of: question)
      return list(of: question, at: place(of: question, token: token), token: token).load(
        on: executor, early: early)
    }
  }

  package var absence: LoadedSource? {
    guard case .failure(let reason) = question() else { return nil }
    return absence(reason)
  }

  /// The result where no service can be queried for the project. The list from an earlier load is not kept.
  private func absence(_ reason: Forges.Reason) -> LoadedSource {
    var loaded = LoadedSource(catalog: .empty, problems: [SourceProblem(.note, source: name, reason.text)])
    loaded.isAbsent = true
    return loaded
  }

  /// A command that runs outside of the workspace and never prompts.
  private static func command(_ words: [String]) -> ChildCommand {
    var command = ChildCommand(words, directory: "/", deadline: timeout)
    command.environment = ["GH_PROMPT_DISABLED": "1", "NO_COLOR": "1", "GH_NO_UPDATE_NOTIFIER": "1"]
    return command
  }

  /// The token printed by a program; nil if there is no login.
  private static func token(printedBy words: [String]) -> String? {
    guard let result = try? ChildProcess.run(command(words)), result.isSuccess else { return nil }
    return EntityRecord.trimmed(String(decoding: result.output, as: UTF8.self))
  }

  /// The token in the form in which it is sent: unchanged, or in Base64. Nil if there is no token.
  private func token(of question: Question) -> String? {
    let token = question.variable.flatMap(environment) ?? question.login.flatMap(Self.token(printedBy:))
    let isEncoded = question.preset.authorization.contains(Self.encodedToken)
    return isEncoded ? token.map { Base64.encoded($0.utf8) } : token
  }

  private static let encodedToken = "{token:base64}"

  /// A placeholder for the token in a header, replaced when the request is sent.
  private static let token = "TOKEN"

  private func place(of question: Question, token: String?) -> FetchedList.Place {
    .http(request(question.preset.request, question, token: token), .json)
  }

  private func request(_ request: HTTPSource.Request, _ question: Question, token: String?)
    -> HTTPSource.Request
  {
    var request = request
    request.program = curl
    request.headers["Accept"] = "application/json"
    if token != nil, request.url.hasPrefix("https://") {
      request.headers["Authorization"] = Placeholder.fill(
        ["{token}", Self.encodedToken], in: question.preset.authorization, with: "${\(Self.token)}")
    }
    return request
  }

  private func list(of question: Question, at place: FetchedList.Place, token: String?) -> FetchedList {
    var fetched = FetchedList(name: name, place: place, refresh: refresh)
    fetched.memory = memory
    fetched.isKept = isKept
    fetched.mostPages = Self.mostPages(list, hasToken: token != nil)
    fetched.subject = question.preset.request.url
    fetched.holdsIssues = list != .people
    fetched.complement = question.preset.authors.map {
      (request($0, question, token: token), Self.pagesOfCommits(hasToken: token != nil))
    }
    fetched.environment = { $0 == Self.token ? token : nil }
    return fetched
  }

  /// The request for the entry with this number; nil if there is none. Runs programs.
  fileprivate func exchange(
    forNumber number: String, _ problems: inout SourceProblems
  ) -> HTTPExchange? {
    guard case .success(let question) = question(), let one = question.preset.one,
      !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let token = token(of: question)
    let request = request(question.preset.request, question, token: token)
    let headers = HeaderValue.resolved(request.headers, &problems) { $0 == Self.token ? token : nil }
    let url = Placeholder.fill(["{number}"], in: one, with: number)
    return headers.map { HTTPExchange(url: url, headers: $0, program: request.program) }
  }

  /// The entry in a response; empty if there is none.
  fileprivate func entry(in answer: [UInt8], _ problems: inout SourceProblems) -> [Entity] {
    var output = answer
    guard case .success(let question) = question(), let response = HTTPResponse(takenFrom: &output) else {
      return []
    }
    switch response.status {
    case 200..<300: break
    // No entry has this number, or the entry was deleted.
    case 404, 410: return []
    case let status:
      problems.add(.warning, "the service answered with \(status)")
      return []
    }
    var entities: [Entity] = []
    let list = Array("[".utf8) + output + Array("]".utf8)
    _ = HTTPSource.read(list, question.preset.request, &problems) { entity in
      entities.append(entity.asIssue)
      return .kept
    }
    return entities
  }
}

// MARK: - One by its number

/// Finds an issue, or a pull or merge request, by its number, because the list contains only the newest ones.
package final class ForgeEntrySource: AnsweringSource {
  private let runner: QueryRunner
  /// The timeout in milliseconds.
  private static let timeout = 5000

  /// - Parameters:
  ///   - source: the source of the list.
  ///   - tell: receives the events, on separate threads.
  package init(of source: ForgeSource, tell: @escaping @Sendable (ProviderEvent) -> Void) {
    runner = QueryRunner(name: source.name, program: source.curl, tell: tell) {
      query, problems, execute throws(ChildError) in
      guard var exchange = source.exchange(forNumber: query.key, &problems) else { return nil }
      let (result, refusal) = try exchange.ask(within: Self.timeout, asList: true, execute)
      if let refusal { problems.add(.warning, refusal) }
      return result
    } read: { output, problems in
      source.entry(in: output, &problems)
    }
  }

  package func send(_ query: ProviderQuery) { runner.send(query) }
  package func cancel(_ number: Int) { runner.cancel(number) }
  package func stop() { runner.stop() }
}
