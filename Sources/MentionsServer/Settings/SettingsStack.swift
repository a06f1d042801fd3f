import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// The layers of settings as last read, and the effective settings of each workspace folder.
struct SettingsStack {
  /// A workspace folder with its settings. A class, so that reading one setting does not copy all of them.
  private final class Folder: Sendable {
    let path: FolderPath?
    /// The text of ``path``, which is needed at each keystroke.
    let pathText: String?
    let settings: ServerSettings

    init(path: FolderPath?, settings: ServerSettings) {
      self.path = path
      pathText = path?.path
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
  /// The client's response to `workspace/configuration`, or the content of `didChangeConfiguration`.
  var configuration: JSONValue?
  private var contents: [SettingsFile] = []
  private var home: String?
  /// Paths of the workspace folders, in the client's order.
  private(set) var roots: [String] = []
  /// Whether the only root is the folder of a file that was opened without a workspace. The other files in this folder
  /// are then searched only if the folder belongs to a Git repository.
  private(set) var isRootAdopted = false
  /// The client's first folder, whose settings also apply to documents outside of all folders.
  private var first: Folder {
    get { resolved ?? Self.unresolved }
    set { resolved = newValue }
  }
  private var resolved: Folder?
  /// The settings in effect before any layer has been read. Created lazily, since resolving them takes as long as
  /// resolving layers that have been read.
  private static let unresolved = Folder(
    path: nil,
    settings: ServerSettings.resolve(layers: [], context: SettingsContext(folder: nil, home: nil)).settings)
  private var others: [Folder] = []
  /// The index of each folder in ``others``, by its path.
  private var indices: [FolderPath: Int] = [:]
  private(set) var problems: [SettingsProblem] = []
  /// Diagnostics published for settings files.
  private var published: [DocumentURI: [Diagnostic]] = [:]
  /// The number of settings files and layers visited so far, for tests.
  private(set) var steps = 0

  /// The settings of the session as a whole, and of documents outside of all workspace folders.
  var current: ServerSettings { first.settings }

  /// The settings of each workspace folder, in order; if there is no folder, only ``current``.
  var all: [ServerSettings] { [first.settings] + others.map(\.settings) }

  /// The styles of all folders, in order.
  var styles: [DisplayStyle] { all.flatMap(\.styles) }

  /// The formats of inlay hints in all folders.
  var inlayHints: Set<[InsertFormat?]> { Set(all.map { [$0.nameHints ? .name : nil, $0.inlayHint] }) }

  /// The placements of code lenses in all folders.
  var codeLenses: Set<CodeLensPlacement> { Set(all.map(\.codeLens)) }

  /// The settings of the innermost workspace folder that contains a document.
  subscript(document: DocumentURI) -> ServerSettings { folder(of: document).settings }

  /// The settings of the innermost workspace folder that contains a file, by its absolute path.
  subscript(file path: String) -> ServerSettings { folder(ofFile: path).settings }

  /// The index in ``all`` of the settings of a document.
  func folderIndex(of document: DocumentURI) -> Int {
    index(of: folder(of: document))
  }

  private func index(of folder: Folder) -> Int {
    folder === first ? 0 : folder.path.flatMap { indices[$0] }.map { $0 + 1 } ?? 0
  }

  /// The policy for a document: the policy of its folder, adapted to the path of the document. If the document is
  /// published on a forge (``ForgeText``), triggers insert handles.
  func policy(for document: DocumentURI) -> MentionsPolicy {
    let folder = folder(of: document)
    if let path = document.filePath { return folder.settings.policy(at: path, in: folder.path) }
    var policy = folder.settings.policy
    if folder.settings.sources.contains(where: \.isForge), ForgeText.isBuffer(document) {
      policy.writesHandles()
    }
    return policy
  }

  /// The traits of a file, and the index of its settings in ``all``. The policy of the file is
  /// `all[folder].policy(of: traits)`.
  ///
  /// - Parameter path: an absolute path.
  func traits(ofFile path: String) -> (traits: FileTraits, folder: Int) {
    let folder = folder(ofFile: path)
    return (folder.settings.traits(at: path, in: folder.path), index(of: folder))
  }

  /// The policy that limits the text sent to sources that receive the key; nil if the policy of the document applies.
  func outgoingPolicy(for document: DocumentURI) -> MentionsPolicy? {
    let folder = folder(of: document)
    return folder.settings.outgoing.map { outgoing in
      document.filePath.map { outgoing.policy.ofFile(FileTraits(outgoing.policy, at: $0, in: folder.path)) }
        ?? outgoing.policy
    }
  }

  /// The path of a document relative to its workspace folder, for matching globs.
  func pathInFolder(of document: DocumentURI) -> String {
    document.filePath.map { FolderPath.relativePath(of: $0, in: folder(of: document).path) } ?? document.text
  }

  /// Whether people in a document are ranked by proximity to the cursor.
  func ranksByNearness(in document: DocumentURI) -> Bool { folder(of: document).settings.nearness }

  /// The path of the workspace folder whose settings apply to a document; nil if there is none.
  func folderPath(of document: DocumentURI) -> String? { folder(of: document).pathText }

  /// Determines the settings files.
  mutating func locate(roots: [String], isAdopted: Bool = false, environment: [String: String]) {
    home = environment["HOME"]
    self.roots = roots
    isRootAdopted = isAdopted
    files = SettingsPaths.files(home: home, xdgConfigHome: environment["XDG_CONFIG_HOME"], folders: roots)
  }

  mutating func take(_ files: [SettingsFile]) { contents = files }

  /// Merges all layers again, for each folder.
  mutating func resolve() {
    var origins: [String: SettingsOrigin] = [:]
    for file in files { if let path = file.path { origins[path] = file } }
    // A workspace file applies only to its own folder.
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
      // A problem of a shared layer is found once per folder, but reported only once.
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

  /// Assigns separate keys to different sources with the same name in several folders. Identical sources share a key.
  private mutating func nameApart() {
    var known: [String: SourceSpecification] = [:]
    func named(_ folder: Folder) -> Folder {
      var settings = folder.settings
      for index in settings.sources.indices {
        let source = settings.sources[index]
        let last = folder.path?.names.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let candidates = [
          source.name, "\(last)/\(source.name)", "\(folder.pathText ?? "")/\(source.name)",
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

  /// Whether a settings file currently has diagnostics.
  func showsDiagnostics(in uri: DocumentURI) -> Bool { published[uri] != nil }

  /// The diagnostics of each settings file whose diagnostics have changed since the last call.
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
    guard !others.isEmpty, let path = document.filePath else { return first }
    return folder(ofFile: path)
  }

  private func folder(ofFile path: String) -> Folder {
    guard !others.isEmpty, let path = FolderPath(path, home: nil) else { return first }
    for ancestor in path.ancestors.reversed() {
      if ancestor == first.path { return first }
      if let index = indices[ancestor] { return others[index] }
    }
    return first
  }
}

extension SourceSpecification {
  /// The path of the file of a `file` source; nil for other types. The client must be asked to watch this file
  /// explicitly, because its name need not match the default patterns.
  var watchedFile: String? { if case .file(let path) = kind { path } else { nil } }
}

extension Diagnostic {
  /// Converts a problem to a diagnostic in its settings file.
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

// MARK: - Texts for a forge

/// Documents whose text is published on a forge: messages of issues, and of pull and merge requests.
enum ForgeText {
  /// Message files of hub, `gh` and `glab`.
  private static let names: Set<Substring> = ["PULLREQ_EDITMSG", "ISSUE_EDITMSG", "MERGEREQ_EDITMSG"]

  /// Whether a document without a file is a buffer of octo.nvim.
  static func isBuffer(_ document: DocumentURI) -> Bool { document.text.hasPrefix("octo://") }

  /// Whether the text of a file is published on a forge.
  ///
  /// - Parameter path: the absolute path of the file.
  static func contains(path: String) -> Bool {
    guard let name = path.split(separator: "/").last else { return false }
    // forge.el stores drafts in `magit/posts`.
    if names.contains(name) || path.contains("/magit/posts/") { return true }
    // `gh` and `glab` open an editor on a file in the temporary folder whose name is a number.
    let isTemporary = path.hasPrefix("/tmp/") || path.contains("/var/folders/")
    return isTemporary && name.hasSuffix(".md") && name.count > 3 && name.dropLast(3).allSatisfy(\.isNumber)
  }
}

extension MentionsPolicy {
  /// Makes each trigger insert the handle of an entity that has one, unless the settings specify the trigger's format.
  mutating func writesHandles() {
    for index in triggers.indices where triggers[index].insert == .standard {
      triggers[index].insert.fallback = .handleOrName
    }
  }
}
