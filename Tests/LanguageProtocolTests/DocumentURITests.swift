import LanguageProtocol
import Testing

@Suite struct DocumentURITests {
  @Test(arguments: [
    ("file:///c%3A/a%20b.md", "file:///C:/a b.md"), ("file:///a/%C3%A9.md", "file:///a/é.md"),
    ("file:///a/%c3%a9.md", "file:///a/%C3%A9.md"), ("FILE:///a", "file:///a"),
    ("file://localhost/a", "file:///a"),
    ("file:///a%2eb", "file:///a.b"), ("file:/a", "file:///a"), ("file:///a/(x)", "file:///a/%28x%29"),
    ("untitled:Untitled%2D1", "untitled:Untitled-1"),
    ("vscode-remote://WSL%2Bx/a", "vscode-remote://wsl%2bx/a"),
  ])
  func `two spellings of one document`(_ a: String, _ b: String) {
    #expect(DocumentURI(a) == DocumentURI(b))
    #expect(DocumentURI(a).hashValue == DocumentURI(b).hashValue)
    #expect(DocumentURI(a).text == a)
  }

  @Test(arguments: [
    ("file:///a%2Fb", "file:///a/b"), ("file:///A", "file:///a"), ("file:///a#x", "file:///a"),
    ("file:///e\u{301}", "file:///\u{E9}"), ("file:///a%3Fb", "file:///a?b"), ("untitled:a", "file:a"),
    ("vscode-remote://x/a", "vscode-remote:/x/a"),
  ])
  func `two documents`(_ a: String, _ b: String) {
    #expect(DocumentURI(a) != DocumentURI(b))
  }

  @Test(arguments: [
    ("file:///a/b%20c.md", "/a/b c.md"), ("file:///%E5%BC%A0.md", "/张.md"), ("file:///C%3A/x", "/c:/x"),
    ("file:///a%2Fb", "/a/b"), ("file:///100%", "/100%"), ("file:///a%23b", "/a#b"),
    ("file:///a%25b", "/a%b"),
  ])
  func `file paths`(_ uri: String, _ path: String) {
    #expect(DocumentURI(uri).filePath == path)
  }

  @Test(arguments: [
    "untitled:x", "file://host/a", "file:///a%00", "file:///%FF", "", "%", "http://x/y", ":", "file:",
  ])
  func `no file paths`(_ uri: String) {
    #expect(DocumentURI(uri).filePath == nil)
  }

  @Test(arguments: ["/a/b c.md", "/张/é.md", "/100%", "/a#b?c", "/x:y", "/[a]/{b}", "/😀", "/a%20b", "/"])
  func `paths there and back`(_ path: String) {
    let uri = DocumentURI(filePath: path)
    #expect(uri.filePath == path)
    #expect(DocumentURI(uri.key) == uri)
    #expect(uri.text.utf8.allSatisfy { $0 < 0x80 })
  }
}
