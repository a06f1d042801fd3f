import Entities
import JSONText
import SystemCalls

/// A source that is fetched from elsewhere and cached.
package protocol FetchingSource: LoadableSource {
  /// Whether the previous result is still available, so that the service may respond with *304 Not Modified*.
  var isKept: Bool { get set }
  /// The number of seconds since the cached result was fetched; nil if there is none.
  var age: Int? { get }
  /// The result where there is no list to fetch; nil if there is one. Does not fetch, but may run Git.
  var absence: LoadedSource? { get }
  /// The number of seconds for which a result is not fetched again.
  var refresh: Int { get }
  /// The number of milliseconds to wait while another instance of this server fetches the list.
  var timeout: Int { get }
}

/// A list that a program prints or a web service provides: a `command` or `http` source without a key. It is fetched
/// completely, cached, and searched like a file.
///
/// After any failure the earlier content remains valid; see ``LoadedSource/keepsKnown``.
package struct FetchedList: FetchingSource {
  package enum Place: Hashable, Sendable {
    /// A program whose output has the given format.
    case command(ChildCommand, EntityFileFormat)
    /// A web service. With the format `json`, ``HTTPSource/Request/items`` and `map` apply.
    case http(HTTPSource.Request, EntityFileFormat)
  }

  package let name: String
  package let place: Place
  package let refresh: Int
  /// Stores the metadata of the last fetch: its time, the `ETag` and the rate limit of the service.
  package var memory: SourceMemory?
  package var isKept = false
  /// Looks up environment variables used in headers.
  var environment: @Sendable (String) -> String? = { Platform.environment()[$0] }
  /// The time in seconds since 1970.
  var now: @Sendable () -> Int = { Platform.secondsSince1970() }

  /// The maximum number of bytes of one page, or of a program's output.
  static let outputLimit = 1 << 28
  /// The maximum number of requested pages. Nil requests all pages; more than a thousand are then an error.
  var mostPages: Int?
  private static let tooManyPages = 1000
  /// Whether the list contains issues, or pull or merge requests; open ones then come first.
  var holdsIssues = false
  /// Identifies the list; cached content of another list is not used.
  var subject = ""
  /// A second list that fills in missing fields for the same handles, with its maximum number of pages.
  var complement: (request: HTTPSource.Request, mostPages: Int)?

  package init(name: String, place: Place, refresh: Int) {
    self.name = name
    self.place = place
    self.refresh = refresh
  }

  /// The timeout in milliseconds of one page or of the program.
  package var timeout: Int {
    switch place {
    case .command(let command, _): command.deadline ?? 0
    case .http(let request, _): request.timeout
    }
  }

  package var absence: LoadedSource? { nil }

  package var age: Int? {
    guard isKept, let notes = memory?.read().flatMap(FetchNotes.init), notes.subject == subject else {
      return nil
    }
    // The age is unknown if the clock was set back.
    let age = now() - notes.fetched
    return age < 0 ? nil : age
  }

  package func read(_ sink: EntitySink) -> SourceReport {
    SourceReport(problems: fetch(sink) {}.problems)
  }

  package func load(
    on executor: any ParallelExecutor, early: @escaping (LoadedSource) -> Void
  ) -> LoadedSource {
    var builder = EntityCatalog.Builder(source: name)
    // The entities of the first page, shown early if no list is kept from an earlier fetch; nil if they are not needed.
    var first: [Entity]? = isKept ? nil : []
    if case .command = place { first = nil }
    let outcome = fetch { entity in
      first?.append(entity)
      return builder.reception(of: entity)
    } page: {
      guard let entities = first else { return }
      early(LoadedSource(early: EntityCatalog(source: name, entities), watchedPaths: []))
      first = nil
    }
    var loaded = LoadedSource(
      catalog: outcome.keepsKnown ? .empty : builder.finish(on: executor), problems: outcome.problems)
    loaded.keepsKnown = outcome.keepsKnown
    loaded.requestsLeft = outcome.requestsLeft
    return loaded
  }

  private struct Outcome {
    var problems: [SourceProblem]
    var keepsKnown: Bool
    var requestsLeft: String?
  }

  /// Fetches the list and, if it is new, the complement.
  ///
  /// - Parameter page: called when the first of several pages has been read.
  private func fetch(_ sink: EntitySink, page: () -> Void) -> Outcome {
    func take(_ entity: Entity) -> EntityReception {
      sink(holdsIssues ? entity.asIssue : entity)
    }
    var problems = SourceProblems(source: name)
    var notes = memory?.read().flatMap(FetchNotes.init) ?? FetchNotes()
    if notes.subject != subject { notes = FetchNotes() }
    notes.subject = subject
    let isNew: Bool
    switch place {
    case .command(let command, let format): isNew = run(command, format, &problems, take)
    case .http(let request, let format):
      if isKept, notes.notBefore > now() { return Outcome(problems: [], keepsKnown: true) }
      isNew = ask(request, format, &notes, &problems, page: page, take)
    }
    if isNew { notes.fetched = now() }
    if isNew, complement != nil { fill(&notes, sink) }
    memory?.write(notes.bytes)
    return Outcome(problems: problems.list, keepsKnown: !isNew, requestsLeft: notes.requestsLeft)
  }

  /// Passes on the people of the complement: each handle once, with all of its e-mail addresses.
  private func fill(_ notes: inout FetchNotes, _ sink: EntitySink) {
    guard let complement else { return }
    var list = self
    list.mostPages = complement.mostPages
    var found: [String: Entity] = [:]
    var handles: [String] = []
    // A failure of the complement does not affect the list itself.
    var (others, ignored) = (FetchNotes(), SourceProblems(source: name))
    _ = list.ask(complement.request, .json, &others, &ignored, page: {}) { entity in
      guard let handle = entity.handle else { return .kept }
      if let known = found[handle] {
        if let email = entity.email, email != known.email, !known.aliases.contains(email) {
          found[handle]?.aliases.append(email)
        }
      } else {
        handles.append(handle)
        found[handle] = entity
      }
      return .kept
    }
    notes.take(others)
    for handle in handles { if let entity = found[handle] { _ = sink(entity) } }
  }

  /// Runs the program and parses its output. Returns false on failure.
  private func run(
    _ command: ChildCommand, _ format: EntityFileFormat, _ problems: inout SourceProblems, _ sink: EntitySink
  ) -> Bool {
    var command = command
    command.outputLimit = Self.outputLimit
    let result: ChildResult
    do throws(ChildError) {
      result = try ChildProcess.run(command)
    } catch {
      problems.add(.error, "\(error)")
      return false
    }
    switch result.stop {
    case .deadline:
      problems.add(
        .warning, "“\(command.program)” did not end within \(timeout) ms; the list is unchanged")
      return false
    case .outputLimit:
      problems.add(.warning, "“\(command.program)” printed more than \(ReadingLimits.text(Self.outputLimit))")
      return false
    case .ended: break
    }
    guard result.status.isSuccess else {
      let words = result.complaint
      problems.add(
        .warning, "“\(command.program)” failed (\(result.status)); the list is unchanged",
        details: words.isEmpty ? nil : words)
      return false
    }
    FileSource.read(result.output, as: format, shownAs: nil, problems: &problems, sink)
    return true
  }

  // MARK: Web services

  /// Requests all pages and parses them. Returns false on failure, or if nothing has changed.
  private func ask(
    _ request: HTTPSource.Request, _ format: EntityFileFormat, _ notes: inout FetchNotes,
    _ problems: inout SourceProblems, page: () -> Void, _ sink: EntitySink
  ) -> Bool {
    func fail(_ message: String) -> Bool {
      problems.add(.warning, "\(message); the list is unchanged")
      return false
    }
    guard var headers = HeaderValue.resolved(request.headers, &problems, environment: environment) else {
      return false
    }
    if isKept, let etag = notes.etag { headers["If-None-Match"] = etag }
    var url = request.url
    /// The GraphQL cursor.
    var cursor: String?
    var count = 0
    var seen: Set<String> = []
    var etag: String?
    for number in 0..<Self.tooManyPages {
      seen.insert(cursor ?? url)
      var exchange = HTTPExchange(
        url: url, headers: headers, body: request.body(after: cursor), program: request.program)
      let output: [UInt8]
      let response: HTTPResponse
      switch get(&exchange, request.timeout) {
      case .failure(let fault): return fail(fault.message)
      case .success(let answer): (response, output) = answer
      }
      if let left = response.requestsLeft { (notes.left, notes.limit) = left }
      if let pause = response.pause(at: now()) { notes.notBefore = now() + min(pause, 86_400) }
      switch response.status {
      case 200..<300: break
      case 304:
        notes.fetched = now()
        return false
      case 401, 403: return fail("the service refused the request (\(response.status)): check the token")
      case 429, 503:
        return fail("the service is unavailable or has received too many requests (\(response.status))")
      case let status: return fail("the service answered with \(status)")
      }
      guard let content = read(output, request, format, &problems, sink) else {
        return fail("the answer contains no valid list")
      }
      if number == 0 { etag = response.etag }
      count += content.count
      var next: String?
      switch request.paging {
      case .link: next = response.next.map { Self.absolute($0, from: request.url) }
      case .offset(let parameter):
        if content.count > 0 {
          next = "\(request.url)\(request.url.contains("?") ? "&" : "?")\(parameter)=\(count)"
        }
      case .cursor: next = content.cursor
      }
      guard number + 1 != mostPages, let next else {
        // The ETag covers only the first page, so it is kept only if the list consists of a single page.
        notes.etag = next == nil && number == 0 ? etag : nil
        return true
      }
      guard !seen.contains(next) else {
        return fail("the link to the next page leads to a page that was already read")
      }
      if case .cursor = request.paging {
        cursor = next
      } else {
        guard WebOrigin(next) != nil, WebOrigin(next) == WebOrigin(request.url) else {
          return fail("the link to the next page leads to another host")
        }
        url = next
      }
      if number == 0 {
        headers["If-None-Match"] = nil
        page()
      }
    }
    return fail("the service has more than \(Self.tooManyPages) pages")
  }

  /// Resolves a URL that begins with a single slash against the host of `url`; returns any other URL unchanged.
  private static func absolute(_ address: String, from url: String) -> String {
    guard address.hasPrefix("/"), !address.hasPrefix("//"), let divider = url.firstRange(of: "://") else {
      return address
    }
    let host = url[divider.upperBound...].prefix { !"/?#".contains($0) }
    return url[..<divider.upperBound] + host + address
  }

  private struct Fault: Error {
    let message: String
  }

  /// Requests one page, following redirections.
  private func get(
    _ exchange: inout HTTPExchange, _ timeout: Int
  ) -> Result<(HTTPResponse, [UInt8]), Fault> {
    var result: ChildResult
    let refusal: String?
    do throws(ChildError) {
      (result, refusal) = try exchange.ask(within: timeout, asList: true) {
        command throws(ChildError) in try ChildProcess.run(command)
      }
    } catch {
      return .failure(Fault(message: "\(error)"))
    }
    if let refusal { return .failure(Fault(message: refusal)) }
    switch result.stop {
    case .deadline: return .failure(Fault(message: "no answer within \(timeout) ms"))
    case .outputLimit:
      return .failure(Fault(message: "the answer is longer than \(ReadingLimits.text(Self.outputLimit))"))
    case .ended: break
    }
    guard let response = HTTPResponse(takenFrom: &result.output) else {
      let words = result.complaint
      return .failure(Fault(message: words.isEmpty ? "the service did not answer" : words))
    }
    return .success((response, result.output))
  }

  private func read(
    _ output: [UInt8], _ request: HTTPSource.Request, _ format: EntityFileFormat,
    _ problems: inout SourceProblems, _ sink: EntitySink
  ) -> HTTPSource.Page? {
    var body = output[...]
    // Skips prefixes that prevent the response from being run as a script, such as Gerrit's `)]}'`.
    for guardian in [")]}'", "while(1);", "for(;;);"] where body.starts(with: guardian.utf8) {
      body = body.dropFirst(guardian.utf8.count).drop { $0 == 0x0A || $0 == 0x0D }
    }
    guard format == .json else {
      FileSource.read(Array(body), as: format, shownAs: nil, problems: &problems, sink)
      return HTTPSource.Page(count: 0)
    }
    return HTTPSource.read(Array(body), request, &problems, sink)
  }
}

extension Entity {
  /// The entity as an issue (or a pull or merge request), with a weight that puts open ones first.
  var asIssue: Entity {
    var issue = self
    issue.kind = .issue
    if let detail, ["open", "opened"].contains(detail) { issue.weight = 2 }
    return issue
  }
}

/// Metadata of a list, stored beside its catalog between fetches.
private struct FetchNotes {
  /// The time of the last fetch, in seconds since 1970.
  var fetched = 0
  /// The time before which the service must not be asked again.
  var notBefore = 0
  var etag: String?
  /// Identifies the list; see ``FetchedList/subject``.
  var subject = ""
  /// The remaining requests and the rate limit of the service; nil if unknown.
  var left: Int?
  var limit: Int?

  init() {}

  /// Adopts the rate limit from a later answer of the service.
  mutating func take(_ later: FetchNotes) {
    notBefore = max(notBefore, later.notBefore)
    if later.left != nil { (left, limit) = (later.left, later.limit) }
  }

  var requestsLeft: String? {
    left.map { "\($0)\(limit.map { " of \($0)" } ?? "") requests left" }
  }

  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONParser.parse(bytes), let fetched = value["fetched"]?.intValue else {
      return nil
    }
    self.fetched = fetched
    notBefore = value["notBefore"]?.intValue ?? 0
    etag = value["etag"]?.stringValue
    subject = value["subject"]?.stringValue ?? ""
    left = value["left"]?.intValue
    limit = value["limit"]?.intValue
  }

  var bytes: [UInt8] {
    var object: JSONObject = ["fetched": .integer(fetched), "notBefore": .integer(notBefore)]
    object["etag"] = etag.map { .string($0) }
    object["left"] = left.map { .integer($0) }
    object["limit"] = limit.map { .integer($0) }
    if !subject.isEmpty { object["subject"] = .string(subject) }
    return JSONWriter.bytes(of: JSONValue.object(object))
  }
}
