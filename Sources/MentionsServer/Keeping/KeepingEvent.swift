import LanguageProtocol
import Mentions

/// What happens to the mentions that are kept, and to the documents that they are kept of.
enum KeepingEvent {
  case opened(DocumentURI)
  /// What was asked for by ``StoreEffect/readFile(_:)``.
  case read(SettingsFile.Contents, by: StoreIndex.Reader)
  /// Which text it is of which nothing is kept under its name; nil where it is too long to tell.
  case identified(DocumentURI, TextFingerprint?)
  /// Mentions were put back into a document, or none were there to be.
  case restored(DocumentURI, revision: Int)
  /// After that, its text was read as well. `archive` is there where the text is as it was opened or saved.
  case readBack(DocumentURI, restoredAny: Bool, revision: Int, archive: DocumentArchive?)
  /// The text is in its file now.
  case saved(DocumentURI)
  /// What is to be kept of a document: what ``StoreEffect/keep(_:movedFrom:)`` asked for.
  case keep(DocumentURI, DocumentArchive, revision: Int, movedFrom: StorePlace?)
  /// About to be closed.
  case closing(DocumentURI, DocumentArchive, revision: Int)
  case closed(DocumentURI)
  /// By the client's word, one after the other. `closed` are those before that no open document had.
  case renamed([FileRename], closed: [FileRename])
  /// A document that is not open has another name.
  case renamedClosed(from: DocumentURI, to: DocumentURI)
  /// A folder of the store was searched.
  case found([String], folder: String)
  /// A file was written or removed; what went wrong.
  case written(path: String, fault: String?)
  /// The store is another one now, or the workspace folders are others.
  case placesChanged
  case placeChanged(DocumentURI)
  case moved(DocumentURI, to: StorePlace)
  /// What is known goes into the new store even if it was empty.
  case becameStale(DocumentURI)
  /// Something was done, and time may have passed.
  case clock
  /// Whatever is not written yet has to be.
  case ending
}
