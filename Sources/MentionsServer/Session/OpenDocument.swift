import Entities
import LanguageProtocol
import Mentions
import TextModel

/// A document that the client has open. A class, because copying a document's state costs as much as an edit.
final class OpenDocument {
  /// The URI as the client writes it; its normalized form is the session's key for the document.
  let uri: DocumentURI
  let languageID: String
  /// The document's number in the order of opening.
  let number: Int
  var version: Int
  /// The time of the last change of the text; nil if the text has not changed since the document was opened.
  var changed: Instant?
  var mentions: MentionsDocument

  // Features
  var textEvents = TextEventReader()
  var plugins = DocumentPlugins()
  /// The last tokens sent to the client, for deltas.
  var tokens: SemanticTokenCache?
  var chooser = DocumentChooserState()
  /// Identifies the latest completion request.
  var completion: CompletionQuestion?
  var hints = DocumentHints()
  var spelling = SpellingState()
  var diagnostics = DocumentDiagnostics()

  // People
  var people = DocumentPeople()
  var found = FoundMentions()
  /// The number of the last creation whose choice was recorded.
  var learnedCreation: Int?
  /// The people near the cursor; nil if nearness is not used.
  var nearness: DocumentNearness?

  init(uri: DocumentURI, languageID: String, number: Int, version: Int, mentions: MentionsDocument) {
    self.uri = uri
    self.languageID = languageID
    self.number = number
    self.version = version
    self.mentions = mentions
  }
}
