public import EntitySources
public import JSONText

/// A source as the settings describe it. Paths are absolute.
public struct SourceSpecification: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case file(path: String)
    /// The well-known people files at the root of a workspace folder; none of them need be there.
    case people(root: String)
    case git(directory: String, coauthors: Bool)
    case codeowners(root: String)
    case directory(path: String)
    /// Started for each query. `timeout` in milliseconds.
    case command([String], format: EntityFileFormat, timeout: Int)
    /// Started once.
    case process([String])
    case http(HTTPSpecification)
    case client
    /// Strings, or objects with an entity's fields.
    case list([JSONValue])
    /// The built-in directory.
    case demo
  }

  public var name: String
  /// By what events and effects name it: ``name``, and more where workspace folders have several of one name.
  public var key: String
  public var kind: Kind
  /// Whether answers that come from elsewhere are matched against the key here.
  public var filter: Bool
  /// Milliseconds between two queries; nil = what ``ServerSettings/cooldown(of:)`` says.
  public var cooldown: Int?
  /// Where relative paths begin and programs are started; empty where there is no such place.
  public var baseDirectory: String
  public var origin: SettingsOrigin
  /// Which files it may read.
  public var reach: FileReach

  public init(
    name: String, kind: Kind, filter: Bool, cooldown: Int?, baseDirectory: String,
    origin: SettingsOrigin, reach: FileReach = .anywhere
  ) {
    self.name = name
    key = name
    self.kind = kind
    self.filter = filter
    self.cooldown = cooldown
    self.baseDirectory = baseDirectory
    self.origin = origin
    self.reach = reach
  }

  /// What the settings call its sort.
  public var type: String {
    switch kind {
    case .file: "file"
    case .people: "people"
    case .git: "git"
    case .codeowners: "codeowners"
    case .directory: "directory"
    case .command: "command"
    case .process: "process"
    case .http: "http"
    case .client: "client"
    case .list: "list"
    case .demo: "demo"
    }
  }

  /// Whether its entities are held in memory and matched here (the behaviour, section 4).
  public var isInMemory: Bool {
    switch kind {
    case .file, .people, .git, .codeowners, .directory, .list, .demo: true
    case .command, .process, .http, .client: false
    }
  }

  /// Whether the client serves its entities.
  var isServedByClient: Bool { if case .client = kind { true } else { false } }

  /// Whether its entities may be written down in files that people edit.
  public var isWritten: Bool {
    switch kind {
    case .file, .people, .git, .codeowners, .directory: true
    case .list, .demo, .command, .process, .http, .client: false
    }
  }
}

/// A web service that answers queries.
public struct HTTPSpecification: Hashable, Sendable {
  public struct Header: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// `{key}` becomes what was typed, percent-encoded.
  public var url: String
  public var headers: [Header]
  /// JSON Pointer to the list of entities.
  public var items: String
  /// JSON Pointers into an item, by the name of an entity's field.
  public var map: [String: String]
  /// In milliseconds.
  public var timeout: Int

  public init(url: String, headers: [Header], items: String, map: [String: String], timeout: Int) {
    self.url = url
    self.headers = headers
    self.items = items
    self.map = map
    self.timeout = timeout
  }
}

extension SourceSpecification {
  /// From a source that passed the validation. Nil where it needs a workspace folder and there is none.
  init?(
    _ name: String, _ value: JSONObject, from origin: SettingsOrigin, in context: SettingsContext,
    trust: SettingsTrust
  ) {
    typealias Keys = SourceDeclaration
    let base = origin.path.map(FolderPath.parent) ?? context.folder ?? ""
    func text(_ key: String) -> String { value[key]?.stringValue ?? "" }
    func path() -> String { FolderPath.resolve(text("path"), in: base, home: context.home) }
    func program() -> [String] {
      FolderPath.program(value[Keys.command.name], in: base, home: context.home)
    }
    switch text("type") {
    case "file": kind = .file(path: path())
    case "directory": kind = .directory(path: path())
    case "people":
      guard let folder = context.folder else { return nil }
      kind = .people(root: folder)
    case "git":
      guard let folder = context.folder else { return nil }
      kind = .git(directory: folder, coauthors: Keys.coauthors.value(in: value))
    case "codeowners":
      guard let folder = context.folder else { return nil }
      kind = .codeowners(root: folder)
    case "command":
      kind = .command(
        program(), format: Keys.format.value(in: value), timeout: Keys.timeout.value(in: value))
    case "process": kind = .process(program())
    case "http": kind = .http(HTTPSpecification(value))
    case "client": kind = .client
    case "list": kind = .list(value[Keys.listItems.name]?.arrayValue ?? [])
    case "demo": kind = .demo
    default: return nil
    }
    self.name = name
    key = name
    filter = Keys.filter.value(in: value)
    cooldown = Keys.cooldown.value(in: value)
    switch kind {
    case .client, .list, .http, .demo: baseDirectory = ""
    case .file, .people, .git, .codeowners, .directory, .command, .process: baseDirectory = base
    }
    self.origin = origin
    reach = .anywhere
    switch kind {
    // The user may read the user's own files. What a workspace names, or merely brings along, comes from anybody.
    case .file, .directory: if case .workspaceFile(_, let folder) = origin { reach = trust.reach(in: folder) }
    case .people(let root), .codeowners(let root): reach = trust.reach(in: root)
    case .git, .command, .process, .http, .client, .list, .demo: break
    }
  }
}

extension HTTPSpecification {
  fileprivate init(_ value: JSONObject) {
    typealias Keys = SourceDeclaration
    url = value[Keys.url.name]?.stringValue ?? ""
    headers = Keys.headers.value(in: value).members.map {
      Header(name: $0.name, value: $0.value.stringValue ?? "")
    }
    items = Keys.items.value(in: value)
    map = [:]
    for (name, pointer) in Keys.map.value(in: value).members { map[name] = pointer.stringValue }
    timeout = Keys.timeout.value(in: value)
  }
}

extension SourceSpecification {
  /// Whether the source says who there is. Histories and CODEOWNERS do not: they name those who have committed or own
  /// something, which in most projects are not all that are mentioned, nor by all of their handles.
  package var listsEverybody: Bool {
    switch kind {
    case .file, .people, .directory, .list, .demo: true
    case .git, .codeowners, .command, .process, .http, .client: false
    }
  }
}
