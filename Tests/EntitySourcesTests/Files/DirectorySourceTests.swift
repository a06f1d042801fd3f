import Testing

@testable import EntitySources

@Suite struct DirectorySourceTests {
  @Test func `front matter gives the fields`() {
    let scratch = Scratch()
    scratch.write(
      "People/ada.md",
      """
      ---
      title: "Ada \\"L\\"" \u{20}
      aliases: [Countess, 'Lady, L''s']
      email: ada@x  # work
      handle: '@@ ada'
      kind: person
      tags:
        - one
      nested:
        name: not this
      ---
      name: nor this
      """)
    scratch.write("People/deep/Bob Brown.markdown", "---\r\nalias:\r\n  - Bobby\r\n  - BB\r\n---\r\ntext")
    scratch.write("People/Carol.md", "# No front matter\nname: x\n")
    scratch.write("People/.hidden/x.md", "")
    scratch.write("People/picture.png", "")
    let source = DirectorySource(name: "notes", path: scratch.path + "/People", shownPath: "People")
    #expect(
      shown(source) == """
        Carol document
        Ada "L" <ada@x> @ada [Countess|Lady, L's]
        Bob Brown #deep/Bob Brown [Bobby|BB] document
        """)
    #expect(source.load().watchedPaths == [scratch.path + "/People", scratch.path + "/People/deep"])
  }

  @Test func `missing directory and file in its place`() {
    let scratch = Scratch()
    scratch.write("file", "")
    #expect(
      shown(DirectorySource(name: "notes", path: scratch.path + "/none", shownPath: "none"))
        == "! notes: none: the directory does not exist")
    #expect(
      shown(DirectorySource(name: "notes", path: scratch.path + "/file", shownPath: "file"))
        == "! notes: file: is a file, expected a directory")
  }

  @Test func `weight and gone are read from the front matter`() {
    let scratch = Scratch()
    scratch.write("a.md", "---\nname: A\nweight: 2.5 # much\ngone: true\n---\n")
    #expect(shown(DirectorySource(name: "notes", path: scratch.path)) == "A #a document ×2.5 gone")
  }

  @Test func `broken value names file line and field`() {
    let scratch = Scratch()
    scratch.write("a.md", "---\nname: A\ncanTrim: perhaps\n---\n")
    #expect(
      shown(DirectorySource(name: "notes", path: scratch.path, shownPath: "."))
        == "A #a document\n! notes: ./a.md:3: canTrim: expected true or false, found “perhaps”")
  }
}
