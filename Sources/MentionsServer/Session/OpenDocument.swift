import Entities
import LanguageProtocol
import Mentions
import TextModel

/// One document that the client has open. An object, because a copy of all that a document knows costs as much as
/// an edit; the session owns it, and changes it in `Session.withDocument` alone.
final class OpenDocument {
  /// As the client writes it; its normalised form is the key under which the session keeps it.
  let uri: DocumentURI
  let languageID: String
  /// A session numbers documents in the order in which it opens them.
  let number: Int
  var version: Int
  /// When its text changed last; nil where it is as it was opened.
  var changed: Instant?
  var mentions: MentionsDocument

  // Features
  var textEvents = TextEventReader()
  var plugins = DocumentPlugins()
  /// The tokens that the client has, for deltas.
  var tokens: SemanticTokenCache?
  var chooser = DocumentChooserState()
  /// The question of the latest completion request.
  var completion: CompletionQuestion?
  var hints = DocumentHints()
  var spelling = SpellingState()
  var diagnostics = DocumentDiagnostics()

  // People
  var people = DocumentPeople()
  var found = FoundMentions()
  /// Number of the last creation whose choice was recorded.
  var learnedCreation: Int?
  /// Who is near the cursor; nil where that does not count.
  var nearness: DocumentNearness?

  init(uri: DocumentURI, languageID: String, number: Int, version: Int, mentions: MentionsDocument) {
    self.uri = uri
    self.languageID = languageID
    self.number = number
    self.version = version
    self.mentions = mentions
  }
}
