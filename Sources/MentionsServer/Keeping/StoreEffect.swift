import LanguageProtocol
import Mentions

/// What ``KeptMentions`` wants done.
enum StoreEffect {
  case readFile(String)
  /// Documents below these names are looked for in a folder of the store.
  case searchFolder(String, below: [String])
  case writeFile(StoreWriting)
  /// Tells which text an open document has. Linear.
  case identify(DocumentURI)
  /// Puts mentions back into an open document, which may be none, and reads its text after that.
  case restore([DocumentArchive], in: DocumentURI)
  /// Reads the text of an open document for the mentions that it tells of.
  case readBack(DocumentURI)
  /// What was read of the text alone goes: what is kept of it comes first.
  case takeBackReading(DocumentURI)
  /// Says what is to be kept of an open document, and where it was kept until now if it moves.
  case keep(DocumentURI, movedFrom: StorePlace?)
  /// The same, where mentions have come or gone since it was last kept.
  case keepIfChanged(DocumentURI)
  case wake(at: Instant)
  case tell(String, fault: String?)
  case log(LogLevel, LogLine)
  /// What comes next, once all before it is done.
  case then(KeepingEvent)
}
