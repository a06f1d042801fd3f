/// The smallest server that Python's `pygls` makes: it keeps the text of open documents and answers hovers.
enum PyglsServer {
  static let source = """
    from lsprotocol import types
    try:
        from pygls.lsp.server import LanguageServer
    except ImportError:
        from pygls.server import LanguageServer

    server = LanguageServer("peer", "1", text_document_sync_kind=types.TextDocumentSyncKind.Incremental)


    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params):
        server.workspace.get_text_document(params.text_document.uri)
        return None


    server.start_io()

    """

  /// Told where there is none.
  static let recipe =
    "python3 -m venv .build/bench-peers && .build/bench-peers/bin/pip install pygls ruff rapidfuzz tantivy"
  /// Where the recipe puts programs, from the folder that one is in.
  static let folder = ".build/bench-peers/bin"
}
