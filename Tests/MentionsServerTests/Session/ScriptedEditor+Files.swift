import LanguageProtocol
import MentionsServer

@testable import ScriptedEditing

/// Keys and messages of an editor that only these tests need.
extension ScriptedEditor {
  /// Says that the document was written to its file.
  func save() throws(EditorError) {
    try notify(.didSave, DidSaveTextDocumentParams(textDocument: try document))
    try settle()
  }

  /// Says that a file or folder has another name now.
  func rename(_ old: String, to new: String) throws(EditorError) {
    let file = FileRename(oldUri: DocumentURI(filePath: old), newUri: DocumentURI(filePath: new))
    try notify(.didRenameFiles, RenameFilesParams(files: [file]))
    try settle()
  }

  /// Inserts at once.
  func paste(_ text: String) throws(EditorError) {
    let cursor = try current().cursor
    try change([(cursor..<cursor, text)], cursor: cursor + text.unicodeScalars.count)
    transport.pause(milliseconds: options.pace)
    chooser = .closed
  }

  /// State of the mention that is being typed.
  func state() throws(EditorError) -> MentionsStateResult {
    try request(.mentionsState, MentionsStateParams(textDocument: try document))
  }
}
