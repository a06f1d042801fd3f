import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// The settings' layers as they were last read, and what is in force in each workspace folder.
struct SettingsStack {
  /// A workspace folder with its settings. An object, so that a look at one setting does not copy all of them.
  private final class Folder: Sendable {
    let path: FolderPath?
    let settings: ServerSettings

    init(path: FolderPath?, settings: ServerSettings) {
      self.path = path
      self.settings = settings
    }
  }

  /// The files to read, lowest layer first.
  private(set) var files: [SettingsOrigin] = [] {
    didSet { paths = files.compactMap(\.path) }
  }
  /// Paths of the files, whether they exist or not.
  private(set) var paths: [String] = []
  var initializationOptions: JSONValue?
  /// The client's answer to `workspace/configuration`, or the content of `didChangeConfiguration`.
  var configuration: JSONValue?
  private var contents: [SettingsFile] = []
  private var home: String?
  /// Paths of the workspace folders, in the client's order.
  private(set) var roots: [String] = []
  /// Whether ``roots`` is the folder of a file that was opened without a workspace: nobody has asked for the rest of it.
  private(set) var isRootAdopted = false
  /// In the client's order; the first serves documents that lie in none.
  private var first: Folder {
    get { resolved ?? Self.unresolved }
    set { resolved = newValue }
  }
  private var resolved: Folder?
  /// Before the settings have been read. Seldom needed, for that takes as long as the reading.
  private static let unresolved = Folder(
    path: nil,
    settings: ServerSettings.resolve(layers: [], context: SettingsContext(folder: nil, home: nil)).settings)
  private var others: [Folder] = []
  /// Where each folder is in ``others``, by its path.
  private var indices: [FolderPath: Int] = [:]
  private(set) var problems: [SettingsProblem] = []
  /// Diagnostics shown in settings files.
  private var published: [DocumentURI: [Diagnostic]] = [:]
  /// How many folders and layers have been gone through.
  private(set) var steps = 0

  /// Settings of the session as a whole, and of documents outside all workspace folders.
  var current: ServerSettings { first.settings }

  /// One for each workspace folder; without any, that of no folder.
  var all: [ServerSettings] { [first.settings] + others.map(\.settings) }

  /// The styles of all folders, in order.
  var styles: [DisplayStyle] { all.flatMap(\.styles) }

  /// Formats of inlay hints, in any folder.
  var inlayHints: Set<[InsertFormat?]> { Set(all.map { [$0.nameHints ? .name : nil, $0.inlayHint] }) }

  /// Placements of code lenses, in any folder.
  var codeLenses: Set<CodeLensPlacement> { Set(all.map(\.codeLens)) }

  /// Settings of the innermost workspace folder that contains a document.
  subscript(document: DocumentURI) -> ServerSettings { folder(of: document).settings }

  /// The index in ``all`` of the settings of a document.
  func folderIndex(of document: DocumentURI) -> Int {
    let settings = folder(of: document).path
    return settings == first.path ? 0 : settings.flatMap { indices[$0] }.map { $0 + 1 } ?? 0
  }

  /// The policy in a document: its folder's, less what its path is excluded from.
  func policy(for document: DocumentURI) -> MentionsPolicy {
    let folder = folder(of: document)
    var policy = folder.settings.policy
    if let path = document.filePath { policy = folder.settings.policy(at: path, in: folder.path) }
    if folder.settings.sources.contains(where: \.isForge), ForgeText.contains(document) {
      policy.writesHandles()
    }
    return policy
  }

  /// The policy that says what sources hear that are sent the key, where it is another one.
  func outgoingPolicy(for document: DocumentURI) -> MentionsPolicy? {
    let folder = folder(of: document)
    return folder.settings.outgoing.map { outgoing in
      document.filePath.map { outgoing.policy.ofFile(at: $0, in: folder.path) } ?? outgoing.policy
    }
  }

  /// The path of a document in its workspace folder, as globs of the settings are compared with.
  func pathInFolder(of document: DocumentURI) -> String {
    document.filePath.map { FolderPath.relativePath(of: $0, in: folder(of: document).path) } ?? document.text
  }

  /// Whether people are ranked by how near they are to the cursor in a document.
  func ranksByNearness(in document: DocumentURI) -> Bool { folder(of: document).settings.nearness }

  /// The workspace folder whose settings a document has; nil where there is none.
  func folderPath(of document: DocumentURI) -> String? { folder(of: document).path?.path }

  /// Works out which files hold settings.
  mutating func locate(roots: [String], isAdopted: Bool = false, environment: [String: String]) {
    home = environment["HOME"]
    self.roots = roots
    isRootAdopted = isAdopted
    files = SettingsPaths.files(home: home, xdgConfigHome: environment["XDG_CONFIG_HOME"], folders: roots)
  }

  mutating func take(_ files: [SettingsFile]) { contents = files }

  /// Lays all layers over each other again, for each folder.
  mutating func resolve() {
    var origins: [String: SettingsOrigin] = [:]
    for file in files { if let path = file.path { origins[path] = file } }
    // Of the workspaces' files, only the folder's own counts in it.
    var shared: [SettingsLayer] = []
    var own: [String: [SettingsLayer]] = [:]
    for file in contents {
      guard let origin = origins[file.path] else { continue }
      let layer = SettingsLayer(file, origin: origin)
      if case .workspaceFile(_, let folder) = origin {
        own[folder, default: []].append(layer)
      } else {
        shared.append(layer)
      }
    }
    shared.append(SettingsLayer(client: initializationOptions, origin: .initializationOptions))
    shared.append(SettingsLayer(client: configuration, origin: .configuration))
    steps += contents.count
    problems = []
    var known: Set<SettingsProblem> = []
    func made(_ root: String?) -> Folder {
      let layers = shared + (root.flatMap { own[$0] } ?? [])
      steps += layers.count
      let (settings, found) = ServerSettings.resolve(
        layers: layers, context: SettingsContext(folder: root, home: home))
      // The user's own problems are found for each folder.
      problems += found.filter { known.insert($0).inserted }
      return Folder(path: root.flatMap { FolderPath($0, home: nil) }, settings: settings)
    }
    first = made(roots.first)
    others = roots.dropFirst().map(made)
    nameApart()
    indices = [:]
    for (at, folder) in others.enumerated() {
      if let path = folder.path, indices[path] == nil { indices[path] = at }
    }
  }

  /// Gives sources of one name in several folders keys of their own; what is the same in both is one source.
  private mutating func nameApart() {
    var known: [String: SourceSpecification] = [:]
    func named(_ folder: Folder) -> Folder {
      var settings = folder.settings
      for index in settings.sources.indices {
        let source = settings.sources[index]
        let last = folder.path?.names.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let candidates = [
          source.name, "\(last)/\(source.name)", "\(folder.path?.path ?? "")/\(source.name)",
        ]
        let key = candidates.first { known[$0] == nil || known[$0] == source } ?? source.name
        known[key] = source
        settings.sources[index].key = key
      }
      return Folder(path: folder.path, settings: settings)
    }
    first = named(first)
    others = others.map(named)
  }

  // MARK: Diagnostics

  /// Whether a settings file has diagnostics at present.
  func showsDiagnostics(in uri: DocumentURI) -> Bool { published[uri] != nil }

  /// The diagnostics of the settings files that have others than at the last call.
  mutating func changedDiagnostics(
    _ encoding: PositionEncoding
  ) -> [(uri: DocumentURI, diagnostics: [Diagnostic])] {
    let problems = Dictionary(grouping: problems) { $0.origin.path ?? "" }
    var changes: [(uri: DocumentURI, diagnostics: [Diagnostic])] = []
    for path in paths {
      let here = (problems[path] ?? []).map { Diagnostic($0, encoding) }
      let uri = DocumentURI(filePath: path)
      guard here != published[uri] ?? [] else { continue }
      published[uri] = here.isEmpty ? nil : here
      changes.append((uri, here))
    }
    return changes
  }

  // MARK: Folders

  private func folder(of document: DocumentURI) -> Folder {
    guard !others.isEmpty, let path = document.filePath.flatMap({ FolderPath($0, home: nil) }) else {
      return first
    }
    for ancestor in path.ancestors.reversed() {
      if ancestor == first.path { return first }
      if let index = indices[ancestor] { return others[index] }
    }
    return first
  }
}

extension SourceSpecification {
  /// A file that is named in the settings, so that nobody knows it by its name alone.
  var watchedFile: String? { if case .file(let path) = kind { path } else { nil } }
}

extension Diagnostic {
  /// A problem of a settings file, shown in it.
  fileprivate init(_ problem: SettingsProblem, _ encoding: PositionEncoding) {
    let start = problem.location?.start(in: encoding) ?? TextPosition(line: 0, column: 0)
    let end = problem.location?.end(in: encoding) ?? start
    self.init(
      range: LanguageProtocol.Range(
        start: Position(line: start.line, character: start.column),
        end: Position(line: end.line, character: end.column)),
      severity: problem.severity == .error ? .error : .warning, code: .string(problem.code.rawValue),
      source: "mentions", message: ShownText.line(problem.message))
  }
}
