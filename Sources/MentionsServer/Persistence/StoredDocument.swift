import Entities
import JSONText
import LanguageProtocol
import Mentions

/// The content of one file of the store: the mentions of one document in its current state, in its saved state if the
/// document has unsaved changes, and in earlier states with other texts. The page “How mentions are stored” describes
/// the format.
package struct StoredDocument: Hashable {
  /// The format version that this program writes, and the newest that it reads.
  private static let version = 1
  /// The approximate maximum size of a file in bytes. Mentions that do not fit are omitted, from the end of the
  /// document.
  package static let maximumSize = 16 << 20
  /// The maximum offset that is read, so that computations with offsets do not overflow.
  private static let maximumStart = 1 << 40

  /// The document: its URI, or its path inside the workspace folder.
  package var document: String
  /// The states, latest first. For an unsaved text, the second one is the saved state. States of other texts come last.
  package var states: [DocumentArchive]

  package init(document: String, states: [DocumentArchive]) {
    self.document = document
    self.states = states
  }

  var isEmpty: Bool { states.allSatisfy(\.isEmpty) }

  /// The reason why a file of the store cannot be read. The file is left unchanged.
  package enum Fault: Error, Hashable, CustomStringConvertible {
    case damaged(String)
    case newer(version: Int)
    /// The file belongs to another document.
    case foreign(String)

    package var description: String {
      switch self {
      case .damaged(let what): "it is damaged (\(what))"
      case .newer(let version): "it was written by a newer version of this program (format \(version))"
      case .foreign(let document): "it belongs to \(document)"
      }
    }
  }
}

// MARK: - The format

extension StoredDocument {
  fileprivate struct File: Structure {
    var version: Int
    var document: String
    var states: [State]

    static let members = Members(
      Self.init, required("version", \.version), required("document", \.document),
      required("states", \.states))
  }

  fileprivate struct State: Structure {
    var text: Text?
    var mentions: [Record]?
    var declined: [Record]?

    static let members = Members(
      Self.init, optional("text", \.text), optional("mentions", \.mentions),
      optional("declined", \.declined))
  }

  fileprivate struct Text: Structure {
    var count: Int
    /// Hexadecimal, because some JSON parsers do not preserve 64-bit integers.
    var hash: String

    static let members = Members(Self.init, required("count", \.count), required("hash", \.hash))
  }

  /// A mention in `mentions` or `declined`. In each of these lists, the first mention of an entity contains `entity`.
  /// Later mentions of the entity contain `same`: its index among the distinct entities of the list, in order of first
  /// appearance.
  fileprivate struct Record: Structure {
    var start: Int
    var text: String
    var before: String
    var after: String
    var trimmed: Bool?
    var only: Bool?
    var merged: Bool?
    var shortForm: String?
    var same: Int?
    var entity: JSONValue?

    static let members = Members(
      Self.init, required("start", \.start), required("text", \.text),
      optional("before", \.before, default: ""), optional("after", \.after, default: ""),
      optional("trimmed", \.trimmed), optional("only", \.only), optional("merged", \.merged),
      optional("shortForm", \.shortForm),
      optional("same", \.same), optional("entity", \.entity))
  }
}

// MARK: - Writing

extension StoredDocument {
  /// The bytes of the file, and the number of records that did not fit.
  package func encoded(limit: Int = maximumSize) -> (bytes: [UInt8], leftOut: Int) {
    var room = limit
    var leftOut = 0
    let states = states.map { state in
      State(
        text: state.text.map { Text(count: $0.count, hash: String($0.hash, radix: 16)) },
        mentions: Self.records(of: state.mentions, &room, &leftOut),
        declined: Self.records(of: state.declined, &room, &leftOut))
    }
    let file = File(version: Self.version, document: document, states: states)
    return (JSONWriter.bytes(of: file) + [UInt8(ascii: "\n")], leftOut)
  }

  /// The records of an archive; nil if it is empty.
  private static func records(
    of archive: AnnotationArchive, _ room: inout Int, _ leftOut: inout Int
  ) -> [Record]? {
    guard !archive.records.isEmpty else { return nil }
    var known: [Entity: Int] = [:]
    var records: [Record] = []
    for record in archive.records {
      let same = known[record.entity]
      let entity: JSONValue? = same == nil ? EntityTranslation.json(record.entity) : Optional.none
      room -= entity.map { JSONWriter.bytes(of: $0).count } ?? 0
      room -= record.text.count + record.before.count + record.after.count + 80
      guard room > 0 else {
        leftOut += 1
        continue
      }
      if same == nil { known[record.entity] = known.count }
      records.append(Record(record, same: same, entity: entity))
    }
    return records
  }
}

extension StoredDocument.Record {
  fileprivate init(_ record: AnnotationArchive.Record, same: Int?, entity: JSONValue?) {
    self.init(
      start: record.start, text: Self.string(record.text), before: Self.string(record.before),
      after: Self.string(record.after), trimmed: record.isTrimmed ? true : nil,
      only: record.isOnly ? true : nil, merged: record.isMerged ? true : nil,
      shortForm: record.shortForm.map(Self.string), same: same,
      entity: entity)
  }

  private static func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  fileprivate func archived(_ entity: Entity) -> AnnotationArchive.Record {
    AnnotationArchive.Record(
      start: start, text: Array(text.utf8), before: Array(before.utf8), after: Array(after.utf8),
      entity: entity, isTrimmed: trimmed ?? false,
      shortForm: shortForm.map { Array(ShownText.line($0).utf8) }, isOnly: only ?? false,
      isMerged: merged ?? false)
  }
}

// MARK: - Reading

extension StoredDocument {
  /// Reads a file of the store.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the file.
  ///   - document: the name of the document to which the file must belong; nil for any.
  package init(_ bytes: [UInt8], of document: String? = nil) throws(Fault) {
    let file: File
    do throws(JSONError) {
      file = try File(json: bytes)
    } catch {
      // The file may have been written by a newer version, which may define other members.
      if let version = Self.head(of: bytes)?.version, version > Self.version {
        throw .newer(version: version)
      }
      throw .damaged("\(error)")
    }
    if file.version > Self.version { throw .newer(version: file.version) }
    guard file.version == Self.version else {
      throw .damaged("version: expected \(Self.version), found \(file.version)")
    }
    self.document = file.document
    states = []
    for (index, state) in file.states.enumerated() {
      states.append(
        DocumentArchive(
          mentions: try Self.archive(state.mentions, "states[\(index)].mentions"),
          declined: try Self.archive(state.declined, "states[\(index)].declined"),
          text: try Self.fingerprint(state.text, "states[\(index)].text")))
    }
    if let document, !file.document.utf8.elementsEqual(document.utf8) { throw .foreign(file.document) }
  }

  private static func fingerprint(_ text: Text?, _ path: String) throws(Fault) -> TextFingerprint? {
    guard let text else { return nil }
    guard let hash = UInt64(text.hash, radix: 16) else {
      throw .damaged("\(path).hash: expected hexadecimal digits, found \(text.hash)")
    }
    return TextFingerprint(count: text.count, hash: hash)
  }

  private static func archive(_ records: [Record]?, _ path: String) throws(Fault) -> AnnotationArchive {
    // The distinct entities in order; nil for an entity that is skipped because one of its texts is too long.
    var entities: [Entity?] = []
    var archive = AnnotationArchive()
    for (index, record) in (records ?? []).enumerated() {
      let entity: Entity?
      if let same = record.same {
        guard entities.indices.contains(same) else {
          throw .damaged("\(path)[\(index)].same: expected the index of an earlier entity, found \(same)")
        }
        entity = entities[same]
      } else {
        entity = try Self.entity(record.entity, "\(path)[\(index)].entity")
        entities.append(entity)
      }
      guard let entity else { continue }
      guard (0...maximumStart).contains(record.start), !record.text.isEmpty else {
        throw .damaged(
          "\(path)[\(index)]: expected a start from 0 to \(maximumStart) and a string that is not empty")
      }
      archive.records.append(record.archived(entity))
    }
    return archive
  }

  private static func entity(_ value: JSONValue?, _ path: String) throws(Fault) -> Entity? {
    guard let value else { throw .damaged("\(path): missing") }
    switch EntityTranslation.read(value, source: value["source"]?.stringValue ?? "") {
    case .success(let entity): return entity
    case .failure(let fault) where fault.isTooLong: return nil
    case .failure(let fault):
      throw .damaged("\(path): invalid entity\(fault.description)")
    }
  }

  /// The number of bytes at the start of a file that always include the document's name.
  package static let headSize = 16 << 10

  /// The name of the document in the first bytes of a file; nil if it is not a file of the store.
  package static func name(inHead bytes: [UInt8]) -> String? {
    head(of: bytes).flatMap { $0.version == version ? $0.document : nil }
  }

  /// The members at the start of a file; nil if it does not begin with a version.
  private static func head(of bytes: [UInt8]) -> (version: Int, document: String?)? {
    var reader = JSONReader(bytes)
    guard (try? reader.beginObject()) != nil, (try? reader.nextName())?.text == "version",
      let version = try? reader.read(Int.self)
    else { return nil }
    guard (try? reader.nextName())?.text == "document" else { return (version, nil) }
    return (version, try? reader.readString())
  }
}

// MARK: - Place

extension StoredDocument {
  /// The place where the mentions of one document are stored.
  package struct Place: Hashable {
    /// The path of the file; nil if the mentions are kept in memory until the server ends.
    package let path: String?
    /// The document's name in the file: its URI, or its path inside the workspace folder, which is the same in each
    /// copy of that folder.
    package let document: String

    init(path: String?, document: String) { (self.path, self.document) = (path, document) }

    /// - Parameters:
    ///   - uri: the URI of the document.
    ///   - store: the setting that applies to the document.
    ///   - roots: the paths of the workspace folders.
    ///   - environment: for `XDG_STATE_HOME` and `HOME`.
    package init(
      of uri: DocumentURI, in store: StoreLocation, roots: [String], environment: [String: String]
    ) {
      self.init(of: uri, inFile: uri.filePath, in: store, roots: roots, environment: environment)
    }

    /// Creates the place for the document at an absolute file path.
    package init(
      ofFile path: String, in store: StoreLocation, roots: [String], environment: [String: String]
    ) {
      self.init(
        of: DocumentURI(filePath: path), inFile: path, in: store, roots: roots, environment: environment)
    }

    private init(
      of uri: DocumentURI, inFile file: String?, in store: StoreLocation, roots: [String],
      environment: [String: String]
    ) {
      // A document without a file is not stored on disk, because a document with the same name may later be a different
      // one.
      guard let file, store != .off else {
        self.init(path: nil, document: uri.key)
        return
      }
      if store == .workspace, let root = Self.root(of: file, among: roots) {
        let inside = String(file.dropFirst(root.count).drop { $0 == "/" })
        let folder = FolderPath.join(root, StoredDocument.workspaceFolder)
        self.init(path: "\(folder)/\(StoredDocument.fileName(of: inside))", document: inside)
      } else {
        let folder = UserFolders.state(environment)
        self.init(
          path: folder.map { "\($0)/\(StoredDocument.fileName(of: uri.key))" }, document: uri.key)
      }
    }

    /// The innermost workspace folder that contains the file.
    private static func root(of file: String, among roots: [String]) -> String? {
      roots.filter { file.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
        .max { $0.utf8.count < $1.utf8.count }
    }

    /// The key under which content for this place is held in memory.
    var key: String { path ?? "memory:\(document)" }

    /// The folder that contains the file; nil in memory.
    var folder: String? { path.flatMap(StoredDocument.folder(of:)) }

    /// The place of the same document for content that must not, or cannot, be written.
    var inMemory: Place { Place(path: nil, document: document) }
  }

  /// The folder of a workspace that contains its shared mentions.
  package static let workspaceFolder = ".mentions.annotations"

  /// The name of a document's file: 32 hexadecimal digits and `.json`, the same on every machine.
  package static func fileName(of document: String) -> String { UserFolders.hash(of: document) + ".json" }

  static func folder(of path: String) -> String? { path.lastIndex(of: "/").map { String(path[..<$0]) } }

  /// The folders in which mentions may be stored.
  ///
  /// - Parameters:
  ///   - stores: the settings of the workspace folders.
  ///   - roots: the paths of the workspace folders.
  ///   - environment: for `XDG_STATE_HOME` and `HOME`.
  package static func folders(
    _ stores: Set<StoreLocation>, roots: [String], environment: [String: String]
  ) -> [String] {
    (stores == [.off] ? [] : [UserFolders.state(environment)].compactMap(\.self))
      + (stores.contains(.workspace) ? roots.map { FolderPath.join($0, workspaceFolder) } : [])
  }

  /// The document with this name in a file of `folder`, which is nil for content in memory.
  static func document(named name: String, in folder: String?) -> DocumentURI {
    guard let folder, folder.hasSuffix("/" + workspaceFolder) else { return DocumentURI(name) }
    return DocumentURI(filePath: folder.dropLast(workspaceFolder.count) + name)
  }
}
