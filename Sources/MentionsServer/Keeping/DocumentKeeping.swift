import Mentions

/// What is known of an open document for the store.
struct DocumentKeeping {
  enum Status: Hashable {
    /// Its file is being read: nothing may be written yet.
    case reading
    case ready
    /// Its file cannot be read and stays as it is; what is kept is kept in memory.
    case locked
  }

  var place: StorePlace
  var status = Status.reading
  /// The state when the text was last opened or saved; nil where it was too long to keep twice.
  private(set) var saved: DocumentArchive?
  /// Whether the text has changed since it was opened or saved.
  var isChanged = false
  /// ``MentionsDocument/keptRevision`` when it was last written.
  var revision = 0
  /// What was written last, to write nothing twice.
  var lastWritten: [UInt8]?

  init(place: StorePlace) { self.place = place }

  /// Where it is kept as long as it has this name.
  var ownPlace: StorePlace { status == .locked ? place.inMemory : place }

  /// A longer archive is not kept twice.
  private static let mostSaved = 5000

  /// The text is in its file, with this state.
  mutating func noteSaved(_ archive: DocumentArchive) {
    saved = archive.count <= Self.mostSaved ? archive : nil
  }

  /// What is to be kept: how it is now and, where the text was changed since, how it was saved.
  func states(with present: DocumentArchive) -> [DocumentArchive] {
    guard isChanged, let saved, saved != present else { return [present] }
    return [present, saved]
  }
}
