import MentionsTestKit
import Testing

/// Every row of Behaviour, section 3, in its order.
@Suite("While a mention is made")
struct CreationRowsTests {
  @Test
  func `normal grapheme at the key's end: key grows, query`() {
    check("type ‘@ada’", expects: "@ada| state: explicit ‘ada’ awaiting asks: ‘’ ‘a’ ‘ad’ ‘ada’")
    check("type ‘@jane-doe.x’", expects: "@jane-doe.x| state: explicit ‘jane-doe.x’ awaiting")
    check("type ‘@org/team’", expects: "@org/team| state: explicit ‘org/team’ awaiting")
    check("type ‘@O'Brien’", expects: "@O'Brien| state: explicit ‘O'Brien’ awaiting")
    check("type ‘@😀’", expects: "@😀| state: explicit ‘😀’ awaiting")
    check("type ‘Jane-Doe’", expects: "Jane-Doe| state: implicit ‘Jane-Doe’ awaiting")
    check("type ‘@👩‍👩‍👧’; backspace", expects: "@| state: explicit ‘’ awaiting asks: ‘’ ‘👩‍👩‍👧’ ‘’")
  }

  @Test
  func `whitespace, key empty: cancel`() {
    check("type ‘@ ’", expects: "@ | state: ready")
    check("open ‘|John’; type ‘@ ’", expects: "@ |John state: ready")
  }

  @Test
  func `whitespace, no results: cancel at once`() {
    check("type ‘@zz’; none; type ‘ ’", expects: "@zz | state: ready")
    check("type ‘Zzz’; none; type ‘ ’", expects: "Zzz | state: ready")
  }

  @Test
  func `whitespace, results shown or awaited: key grows if spaces are allowed, else cancel`() {
    check("type ‘@ada’; batch Ada Lovelace; type ‘ ’", expects: "@ada | state: explicit ‘ada ’ results")
    check("type ‘@ada l’", expects: "@ada l| state: explicit ‘ada l’ awaiting")
    check("policy no-spaces; type ‘@ada’; batch Ada Lovelace; type ‘ ’", expects: "@ada | state: ready")
    check("policy no-spaces; type ‘Ada ’", expects: "Ada | state: implicit ‘Ada ’ awaiting")
  }

  @Test
  func `newline: cancel`() {
    check("type ‘@ada⏎’", expects: "@ada\n| state: ready")
    check("type ‘@ada’; gather ‘⏎    ’", expects: "@ada\n    | state: ready")
    check("open ‘@|’; ask; change 1-1 ‘\r\n’", expects: "@\r\n| state: ready")
  }

  @Test
  func `other punctuation or symbol: cancel, ready`() {
    check("type ‘@ada,’", expects: "@ada,| state: ready")
    check("type ‘@ada)’", expects: "@ada)| state: ready")
    check("type ‘@ada€’", expects: "@ada€| state: ready")
  }

  @Test
  func `a control character: cancel; begins a new mention only after a separator`() {
    check("type ‘@@’", expects: "@@| state: stalled")
    check("type ‘@a@’", expects: "@a@| state: stalled")
    check("type ‘@a @’", expects: "@a @| state: explicit ‘’ awaiting")
    check("type ‘@张@’", expects: "@张@| state: explicit ‘’ awaiting")
    check("policy trigger @ trigger +; type ‘@+’", expects: "@+| state: explicit ‘’ awaiting")
  }

  @Test
  func `last grapheme of the key deleted: key shrinks, query; explicit may be empty, implicit may not`() {
    check("type ‘@ad’; backspace", expects: "@a| state: explicit ‘a’ awaiting asks: ‘’ ‘a’ ‘ad’ ‘a’")
    check("type ‘@ad’; backspace 2", expects: "@| state: explicit ‘’ awaiting")
    check("type ‘Ada’; backspace 2", expects: "A| state: implicit ‘A’ awaiting asks: ‘Ada’ ‘Ad’ ‘A’")
  }

  @Test
  func `last grapheme of an implicit key, or the control character deleted: cancel`() {
    check("type ‘Ada’; backspace 3", expects: "| state: stalled events: creating, retract, quiescent")
    check("type ‘@a’; backspace 2", expects: "| state: stalled")
    check("type ‘@a’; backspace 2; type ‘@’", expects: "@| state: explicit ‘’ awaiting")
  }

  @Test
  func `text pasted: cancel`() {
    let long = String(repeating: "a", count: 101)
    check("type ‘@a’; paste ‘\(long)’", expects: "@a\(long)| state: stalled")
    check("type ‘@a’; paste ‘b⏎c’", expects: "@ab\nc| state: stalled")
  }

  @Test
  func `dictation, input methods, autocorrect and batched typing: as if typed`() {
    check("gather ‘Hello @ad’", expects: "Hello @ad| state: explicit ‘ad’ awaiting asks: ‘ad’")
    check("type ‘@’; gather ‘ada l’", expects: "@ada l| state: explicit ‘ada l’ awaiting asks: ‘’ ‘ada l’")
    check("type ‘@’; gather ‘ada, x’", expects: "@ada, x| state: ready")
    check("gather ‘@a, @b’", expects: "@a, @b| state: explicit ‘b’ awaiting asks: ‘b’")
    check("gather ‘Ada’", expects: "Ada| state: implicit ‘Ada’ awaiting")
  }

  @Test
  func `part of the key replaced: key follows, query; the mention stays`() {
    check("type ‘@ㄱ’; replace ‘ㄱ’ ‘기’", expects: "@기| state: explicit ‘기’ awaiting asks: ‘’ ‘ㄱ’ ‘기’")
    check("type ‘Zoe’; replace ‘Zoe’ ‘Zoë’", expects: "Zoë| state: implicit ‘Zoë’ awaiting")
    check("type ‘@ada’; replace ‘ada’ ‘Ada’", expects: "@Ada| state: explicit ‘Ada’ awaiting")
    check("type ‘@jhn’; replace ‘jhn’ ‘John’", expects: "@John| state: explicit ‘John’ awaiting")
    check(
      "type ‘@Adq Lov’; change 1-4 ‘Ada’",
      expects: "@Ada| Lov state: explicit ‘Ada Lov’ awaiting")
    check("type ‘@e’; gather ‘\u{301}’", expects: "@e\u{301}| state: explicit ‘e\u{301}’ awaiting")
    check("type ‘@’; gather ‘\u{301}’", expects: "@\u{301}| state: ready")
    check("type ‘@ab’; replace ‘ab’ ‘ac,’", expects: "@ac,| state: ready")
  }

  @Test
  func `dead key, and its letter: key follows`() {
    check("type ‘@ren´’", expects: "@ren´| state: explicit ‘ren´’ awaiting")
    check("type ‘@ren´’; replace ‘´’ ‘é’", expects: "@rené| state: explicit ‘rené’ awaiting")
    check("type ‘@ren´’; backspace; type ‘é’", expects: "@rené| state: explicit ‘rené’ awaiting")
    check("type ‘@´’; replace ‘´’ ‘É’; type ‘t’", expects: "@Ét| state: explicit ‘Ét’ awaiting")
    check("type ‘Ren´’; replace ‘´’ ‘é’", expects: "René| state: implicit ‘René’ awaiting")
    for (accent, letter) in zip("`^¨~˝ˇ˛¸˜", "èêëñőčąçñ") {
      check(
        "type ‘@a\(accent)’; replace ‘\(accent)’ ‘\(letter)’",
        expects: "@a\(letter)| state: explicit ‘a\(letter)’ awaiting")
    }
  }

  @Test
  func `dead key that is not replaced by the next change: a separator`() {
    check("type ‘@ada´x’", expects: "@ada´x| state: ready")
    check("type ‘@ada~’; batch Ada Lovelace; type ‘ ’", expects: "@ada~ | state: ready")
    check("type ‘@ada´@’", expects: "@ada´@| state: explicit ‘’ awaiting")
    check("type ‘@ada^´’; replace ‘´’ ‘é’", expects: "@ada^é| state: ready")
    check("gather ‘@ada~b’", expects: "@ada~b| state: ready")
    check("type ‘@ada`x’", expects: "@ada`x| state: ready")
  }

  @Test
  func `the line is broken before the mention: the creation moves along`() {
    check(
      "open ‘one two |’; type ‘@ad’; change 7-11 ‘\n@ad’",
      expects: "one two\n@ad| state: explicit ‘ad’ awaiting")
    check(
      "open ‘one two |’; type ‘@ad’; change 7-11 ‘\n@ada’",
      expects: "one two\n@ada| state: explicit ‘ada’ awaiting")
    check(
      "open ‘one two |’; type ‘Ada’; change 7-11 ‘\nAda’",
      expects: "one two\nAda| state: implicit ‘Ada’ awaiting"
    )
    check(
      "open ‘one (|’; type ‘@ad’; change 3-8 ‘\n(@ad’", expects: "one\n(@ad| state: explicit ‘ad’ awaiting")
    check(
      "open ‘// one |’; type ‘@ad’; change 6-10 ‘\n// @ad’",
      expects: "// one\n// @ad| state: explicit ‘ad’ awaiting")
    // Anywhere else a line end is an edit like any other.
    check("open ‘one two |’; type ‘@ad’; change 3-4 ‘\n’", expects: "one\n|two @ad state: ready")
    check("type ‘@ada lov’; change 4-5 ‘\n’", expects: "@ada\n|lov state: ready")
  }

  @Test
  func `text changed elsewhere, cursor moved anywhere but the key's end: cancel`() {
    check("open ‘one |’; type ‘@ad’; insert ‘x’ after ‘one’", expects: "onex| @ad state: stalled")
    check("open ‘one |’; type ‘@ad’; move home", expects: "|one @ad state: stalled")
    check("type ‘@ada’; move left", expects: "@ad|a state: stalled")
    check("type ‘@ada’; move end", expects: "@ada| state: explicit ‘ada’ awaiting")
    check("type ‘@ada’; jump left 2; type ‘x’", expects: "@ax|da state: stalled")
    check("type ‘@ada’; jump left; backspace", expects: "@a|a state: stalled")
    check("type ‘@ada’; select ‘da’", expects: "@a|da| state: stalled")
    check("open ‘x y |’; type ‘@a’; change 0-1 ‘X’ 2-3 ‘Y’", expects: "X Y| @a state: stalled")
    check(
      "open ‘x |’; type ‘@a’; change 0-1 ‘@’",
      expects: "@| @a state: explicit ‘’ awaiting")
  }

  @Test
  func `cut, undo past the start, chooser closed: cancel`() {
    check("type ‘@ad’; select ‘ad’; erase 2", expects: "@| state: stalled")
    check("type ‘@ad’; undo; undo; undo", expects: "| state: stalled")
    check("gather ‘see @ad’; undo", expects: "| state: stalled")
    check("type ‘@ad’; cancel", expects: "@ad| state: stalled events: creating, retract, quiescent")
  }

  @Test
  func `several characters of the key deleted at once: key shrinks; past its start: cancel`() {
    check("type ‘@adalbert’; erase 6", expects: "@ad| state: explicit ‘ad’ awaiting")
    check("type ‘@ada’; erase 3", expects: "@| state: explicit ‘’ awaiting")
    check("type ‘see @ada’; erase 5", expects: "see| state: stalled")
    check("type ‘@ada’; erase 4", expects: "| state: stalled")
  }

  @Test
  func `first query ends without results: go on, or cancel`() {
    check("type ‘@’; none", expects: "@| state: explicit ‘’ no results")
    check(
      "type ‘@’; none; type ‘a’; batch Ada Lovelace",
      expects: "@a| state: explicit ‘a’ results list: Ada Lovelace")
    check("policy stop-when-empty; type ‘@’; none", expects: "@| state: stalled")
  }

  @Test
  func `a later query ends without results: chooser hides, typing goes on, whitespace cancels`() {
    let start = "type ‘@a’; batch Ada Lovelace; type ‘z’; batch"
    check(
      start,
      expects: "@az| state: explicit ‘az’ no results list: none events: creating, willShow, changed, hidden")
    check("policy stop-when-empty; \(start)", expects: "@az| state: explicit ‘az’ no results")
    check(
      "\(start); backspace; batch Ada Lovelace", expects: "@a| state: explicit ‘a’ results list: Ada Lovelace"
    )
    check("\(start); type ‘ ’", expects: "@az | state: ready")
  }

  @Test
  func `more than 100 graphemes in the key: cancel`() {
    let long = String(repeating: "é", count: 100)
    check("type ‘@\(long)’", expects: "@\(long)| state: explicit ‘\(long)’ awaiting")
    check("type ‘@\(long)é’", expects: "@\(long)é| state: stalled")
  }

  @Test
  func `entity accepted: control character and key become its text; stalled`() {
    check(
      "type ‘hello @ad’; batch Ada Lovelace; accept 1",
      expects: "hello «Ada Lovelace»| state: stalled events: creating, willShow, shown, retract, "
        + "created Ada Lovelace, selected Ada Lovelace at 1, quiescent, hidden")
    check("type ‘Ada’; batch Ada Lovelace; accept 1", expects: "«Ada Lovelace»| state: stalled")
  }

  @Test
  func `creation ends by a separator and the text is what a format writes for one entity: annotated`() {
    let start = "policy format @{handle} no-spaces; type ‘@ada’; batch Ada Lovelace <ada>, Adam <adam>"
    check("\(start); type ‘ ’", expects: "«@ada» | state: ready")
    check("\(start); type ‘,’", expects: "«@ada»,| state: ready")
    check("\(start); type ‘⏎’", expects: "«@ada»\n| state: ready")
    check("\(start); type ‘m ’", expects: "«@adam» | state: ready")
    check("\(start); type ‘x ’", expects: "@adax | state: ready")
    check("\(start); cancel", expects: "@ada| state: stalled")
    // Who has no handle goes by the name.
    check("type ‘@Ada’; batch Ada; type ‘,’", expects: "«@Ada»,| state: ready")
    // A person without a handle cannot be meant, and does not interfere.
    let some = "policy format @{handle} no-spaces; type ‘@ada’; batch Ada Lovelace <ada>, Bob"
    check("\(some); type ‘,’", expects: "«@ada»,| state: ready")
    check("\(some); type ‘x,’", expects: "@adax,| state: ready")
    check(
      "policy format @{handle} no-spaces; type ‘@ada’; batch Ada <ada> #1, Adam <ada> #2; type ‘ ’",
      expects: "@ada | state: ready")
  }
}
