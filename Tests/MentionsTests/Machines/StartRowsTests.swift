import Mentions
import MentionsTestKit
import Testing
import TextModel

/// Every row of Behaviour, section 2, in its order.
@Suite("When a mention starts")
struct StartRowsTests {
  @Test
  func `ready · control character after a separator or at the start: explicit, key empty`() {
    check("type ‘@’", expects: "@| state: explicit ‘’ awaiting asks: ‘’")
    check("type ‘hello @’", expects: "hello @| state: explicit ‘’ awaiting asks: ‘’")
    check("type ‘(@’", expects: "(@| state: explicit ‘’ awaiting")
    check("type ‘a⏎@’", expects: "a\n@| state: explicit ‘’ awaiting")
    check("policy trigger @ trigger +; type ‘x +’", expects: "x +| state: explicit ‘’ awaiting")
    check("policy trigger ＠; type ‘x ＠’", expects: "x ＠| state: explicit ‘’ awaiting")
    check("type ‘你好@张三’", expects: "你好@张三| state: explicit ‘张三’ awaiting")
    check("type ‘สวัสดี@’", expects: "สวัสดี@| state: explicit ‘’ awaiting")
    check("type ‘😀@’", expects: "😀@| state: explicit ‘’ awaiting")
  }

  @Test func `ready · the control character of another trigger is a separator before one`() {
    check("policy trigger @ trigger !; type ‘Hi!@a’", expects: "Hi!@a| state: explicit ‘a’ awaiting")
    check("policy trigger @ trigger !; type ‘@@’", expects: "@@| state: stalled")
    check("policy trigger @; type ‘a@b!@’", expects: "a@b!@| state: explicit ‘’ awaiting")
  }

  @Test func `ready · underscores that open emphasis in Markdown are separators`() {
    check("language markdown; type ‘_@’", expects: "_@| state: explicit ‘’ awaiting")
    check("language markdown; type ‘(__@k’", expects: "(__@k| state: explicit ‘k’ awaiting")
    check("language markdown; type ‘_Ada’", expects: "_Ada| state: implicit ‘Ada’ awaiting")
    check("language markdown; type ‘foo_@’", expects: "foo_@| state: stalled")
    check("language markdown; type ‘\\_@’", expects: "\\\\_@| state: stalled")
    check("language plaintext; type ‘_@’", expects: "_@| state: stalled")
  }

  @Test
  func `ready · a control character of several scalars counts as one`() {
    check("policy trigger [[ trigger due:; type ‘see [[’", expects: "see [[| state: explicit ‘’ awaiting")
    check("policy trigger [[; type ‘see[[’", expects: "see[[| state: stalled")
    check(
      "policy trigger due: implicit 0; type ‘due:mon’", expects: "due:mon| state: explicit ‘mon’ awaiting")
    check("policy trigger due: any-case; type ‘due:’", expects: "due:| state: explicit ‘’ awaiting")
    check("policy trigger due:; type ‘overdue:’", expects: "overdue:| state: stalled")
    check("policy trigger [ trigger [[; type ‘[[x’", expects: "[[x| state: explicit ‘x’ awaiting")
    check("policy trigger [[; type ‘[[[’", expects: "[[[| state: explicit ‘’ awaiting asks: ‘’ ‘’")
  }

  @Test
  func `ready · the same with a word behind the cursor: the word is the key, the range ends at the cursor`() {
    check("open ‘see |John’; type ‘@’", expects: "see @|John state: explicit ‘John’ awaiting asks: ‘John’")
    let script = TypingScript("open ‘see |John’; type ‘@’; batch John Backus; shown")
    let offers = script.editor.document.offers()
    #expect(offers?.range.start.utf8 == 4)
    #expect(offers?.range.end.utf8 == 5)
    #expect(offers?.additionalEdits.map(\.range.start.utf8) == [5])
    #expect(offers?.additionalEdits.map(\.range.end.utf8) == [9])
    check(
      "open ‘see |John’; type ‘@’; batch John Backus; accept 1", expects: "see «John Backus»| state: stalled")
    check("open ‘see |John’; type ‘@J’", expects: "see @J|John state: explicit ‘JJohn’ awaiting")
  }

  @Test
  func `ready · control character after a normal character: stalled until a separator`() {
    check("type ‘foo@’", expects: "foo@| state: stalled asks: none")
    check("type ‘foo@bar’", expects: "foo@bar| state: stalled")
    check("type ‘foo@bar.’", expects: "foo@bar.| state: ready")
    check("type ‘foo@bar @’", expects: "foo@bar @| state: explicit ‘’ awaiting")
  }

  @Test
  func `ready · Nth normal grapheme since the last separator: implicit, uppercase or caseless first`() {
    check("type ‘Ad’", expects: "Ad| state: ready")
    check("type ‘Ada’", expects: "Ada| state: implicit ‘Ada’ awaiting asks: ‘Ada’")
    check("type ‘see Ada’", expects: "see Ada| state: implicit ‘Ada’ awaiting")
    check("type ‘ada’", expects: "ada| state: ready")
    check("policy any-case; type ‘ada’", expects: "ada| state: implicit ‘ada’ awaiting")
    check("policy implicit 0; type ‘Adalbert’", expects: "Adalbert| state: ready")
    check("policy implicit 5; type ‘Adal’", expects: "Adal| state: ready")
    check("type ‘王小明’", expects: "王小明| state: implicit ‘王小明’ awaiting")
    check("type ‘ÉÉa’", expects: "ÉÉa| state: implicit ‘ÉÉa’ awaiting")
  }

  @Test
  func `ready · whitespace or another separator: the count starts again`() {
    check("type ‘Ad a’", expects: "Ad a| state: ready")
    check("type ‘Ad Ada’", expects: "Ad Ada| state: implicit ‘Ada’ awaiting")
    check("type ‘Ad-a’", expects: "Ad-a| state: ready")
    check("type ‘O'Bri’", expects: "O'Bri| state: implicit ‘Bri’ awaiting")
  }

  @Test
  func `ready · text pasted: as if the cursor had moved to its end`() {
    check("paste ‘one⏎two’", expects: "one\ntwo| state: stalled")
    check("paste ‘one⏎two ’", expects: "one\ntwo | state: ready")
    let long = String(repeating: "Ada ", count: 26)
    check("paste ‘\(long)’", expects: "\(long)| state: ready asks: none")
    check("paste ‘\(long)Ada’; type ‘x’", expects: "\(long)Adax| state: stalled asks: none")
  }

  @Test
  func `ready · whitespace deleted, a word before the cursor now: creation resumes with it`() {
    check("open ‘@John |’; backspace", expects: "@John| state: explicit ‘John’ awaiting")
    check("open ‘@jane-doe |’; backspace", expects: "@jane-doe| state: explicit ‘jane-doe’ awaiting")
    check("open ‘see John |’; backspace", expects: "see John| state: implicit ‘John’ awaiting")
    check("open ‘see Jo |’; backspace", expects: "see Jo| state: ready")
    check("open ‘see john |’; backspace", expects: "see john| state: ready")
    check("open ‘foo@John |’; backspace; type ‘x’", expects: "foo@Johnx| state: ready asks: none")
  }

  @Test
  func `ready · whitespace or separator deleted, the cursor right after a control character now`() {
    check("open ‘see @ |John’; backspace", expects: "see @|John state: explicit ‘John’ awaiting")
    check("open ‘see @,|John’; backspace", expects: "see @|John state: explicit ‘John’ awaiting")
    check("open ‘foo@ |John’; backspace", expects: "foo@|John state: ready")
    // Not in the table: a person who takes the space back wants the list again.
    check("type ‘@ ’; backspace", expects: "@| state: explicit ‘’ awaiting")
  }

  @Test
  func `stalled · whitespace typed: ready`() {
    check("type ‘foo@b ’", expects: "foo@b | state: ready")
    check("type ‘foo@b⏎’", expects: "foo@b\n| state: ready")
  }

  @Test
  func `stalled · another separator typed, or a deletion that leaves one before the cursor: ready`() {
    check("type ‘foo@b,’", expects: "foo@b,| state: ready")
    check("open ‘see foo|’; backspace 2", expects: "see f| state: stalled")
    check("open ‘see foo|’; backspace 3", expects: "see | state: ready")
    check("open ‘foo|’; backspace 3", expects: "| state: ready")
    check("open ‘see foo|’; erase 3; type ‘@’", expects: "see @| state: explicit ‘’ awaiting")
  }

  @Test
  func `stalled · normal character typed or deleted: stalled`() {
    check("open ‘foo|’; type ‘Bar’", expects: "fooBar| state: stalled")
    check("open ‘foo|’; backspace", expects: "fo| state: stalled")
  }

  @Test
  func `any but creating · cursor moved behind a separator or to the start: ready`() {
    check("open ‘one two’; move after ‘one ’", expects: "one |two state: ready")
    check("open ‘one two|’; move home", expects: "|one two state: ready")
    check("open ‘one two’; jump after ‘one ’; type ‘@’", expects: "one @|two state: explicit ‘two’ awaiting")
  }

  @Test
  func `any but creating · cursor moved behind a normal character: stalled`() {
    check("open ‘one two’; move after ‘one’", expects: "one| two state: stalled")
    check("open ‘«Ada» two|’; move after ‘Ada’", expects: "«Ada»| two state: stalled")
    check("open ‘Ad two’; jump after ‘Ad’; type ‘a’", expects: "Ada| two state: stalled")
  }

  @Test
  func `any · an annotation created, or creation cancelled otherwise than by a separator: stalled`() {
    check("type ‘@ad’; batch Ada Lovelace; accept 1", expects: "«Ada Lovelace»| state: stalled")
    check("type ‘@ad’; cancel", expects: "@ad| state: stalled")
    check("type ‘@’; backspace", expects: "| state: stalled")
    check("type ‘x @’; cancel; type ‘Ada’", expects: "x @Ada| state: stalled")
    check("type ‘@ad ’; none; type ‘ ’", expects: "@ad  | state: ready")
  }

  @Test
  func `any · the user asks: look back for a control character, else the word before the cursor`() {
    check("open ‘see @ada lov|’; ask", expects: "see @ada lov| state: explicit ‘ada lov’ awaiting")
    check(
      "policy no-spaces; open ‘see @ada lov|’; ask", expects: "see @ada lov| state: implicit ‘lov’ awaiting")
    check("open ‘see a|’; ask", expects: "see a| state: implicit ‘a’ awaiting")
    check("open ‘see |’; ask", expects: "see | state: ready")
    check("open ‘@«Ada» lov|’; ask", expects: "@«Ada» lov| state: implicit ‘lov’ awaiting")
    check("open ‘foo@bar|’; ask", expects: "foo@bar| state: implicit ‘bar’ awaiting")
    check("open ‘@one⏎two|’; ask", expects: "@one\ntwo| state: implicit ‘two’ awaiting")
    let far = String(repeating: "a", count: 101)
    check("open ‘@\(far)|’; ask", expects: "@\(far)| state: stalled")
    check(
      "open ‘@\(far.dropLast())|’; ask",
      expects: "@\(far.dropLast())| state: explicit ‘\(far.dropLast())’ awaiting")
    check("type ‘@ad’; cancel; ask", expects: "@ad| state: explicit ‘ad’ awaiting")
  }

  @Test
  func
    `counts as explicit: the same position and version again, a position other than the end of the last edit`()
  {
    check("type ‘an’; request", expects: "an| state: ready")
    check("type ‘an’; request; wait 300; request", expects: "an| state: implicit ‘an’ awaiting")
    check("type ‘an’; request; wait 5; request; wait 5; request", expects: "an| state: ready")
    check("type ‘an’; wait 300; request; passive", expects: "an| state: ready")
    check("type ‘an on’; move after ‘an’; request", expects: "an| on state: implicit ‘an’ awaiting")
    check("open ‘an’; request", expects: "an| state: implicit ‘an’ awaiting")
  }

  @Test
  func
    `any but creating · any other completion request: the same look-back, explicit only, not where given up`()
  {
    check("open ‘see @ada|’; passive", expects: "see @ada| state: explicit ‘ada’ awaiting")
    check("open ‘see ada|’; passive", expects: "see ada| state: stalled")
    check("type ‘@ad’; cancel; passive", expects: "@ad| state: stalled")
    check("type ‘@ad’; cancel; type ‘a’; passive", expects: "@ada| state: stalled")
    check(
      "type ‘@ad’; cancel; backspace 3; type ‘x @ad’; cancel; backspace 9; gather ‘@ad’",
      expects: "@ad| state: explicit ‘ad’ awaiting")
    check(
      "type ‘x @ad’; cancel; insert ‘yy’ before ‘x’; move end; passive", expects: "yyx @ad| state: stalled")
  }

  @Test
  func `the text of an annotation is never a key`() {
    check("open ‘see «Ada Lovelace» |’; backspace", expects: "see «Ada Lovelace»| state: stalled")
    check(
      "open ‘see «Ada Lovelace» |’; backspace; type ‘xyz’", expects: "see «Ada Lovelace»xyz| state: stalled")
    check("open ‘see «Ada Lovelace»|’; ask", expects: "see «Ada Lovelace»| state: stalled")
    check("open ‘see «Ada Lovelace»|’; type ‘@’", expects: "see «Ada Lovelace»@| state: stalled")
  }

  @Test
  func `a mention never starts inside an annotation`() {
    check("open ‘see «Ada Lovelace»’; jump after ‘Ada ’; ask", expects: "see «Ada |Lovelace» state: ready")
    check("open ‘see «@ada» x’; jump after ‘@a’; passive", expects: "see «@a|da» x state: stalled")
  }

  @Test
  func `not automatically outside prose; asking works`() {
    check("language swift; type ‘let x = @’", expects: "let x = @| state: stalled")
    check("language swift; open ‘let @ab|’; ask", expects: "let @ab| state: explicit ‘ab’ awaiting")
    check("language swift; open ‘let @ab|’; passive", expects: "let @ab| state: stalled")
    // A word of code is the language's own, but not one of a comment.
    check("language swift; open ‘let ada|’; ask", expects: "let ada| state: stalled")
    check("language swift; open ‘// ada|’; ask", expects: "// ada| state: implicit ‘ada’ awaiting")
    check("policy exclude markdown; type ‘@’", expects: "@| state: stalled")
    check("policy exclude markdown; open ‘@a|’; ask", expects: "@a| state: explicit ‘a’ awaiting")
  }

  @Test
  func `an editor that closes brackets by itself leaves the cursor between them`() {
    check(
      "policy trigger [[; open ‘|’; change 0-0 ‘[]’; jump left; change 1-1 ‘[]’; jump left; type ‘x’",
      expects: "[[x|]] state: explicit ‘x’ awaiting")
    check("change 0-0 ‘()’; jump left; type ‘@’", expects: "(@|) state: explicit ‘’ awaiting")
  }

  @Test
  func `text typed over a selection`() {
    check("open ‘see Ben x’; select ‘Ben’; type ‘@’", expects: "see @| x state: explicit ‘’ awaiting")
    check("open ‘see Ben x’; select ‘Ben’; type ‘Ada’", expects: "see Ada| x state: implicit ‘Ada’ awaiting")
  }
}
