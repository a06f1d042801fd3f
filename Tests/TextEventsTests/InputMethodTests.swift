import MentionsTestKit
import Testing
import TextEvents
import TextModel

/// Two-stage input as editors send it: replacements at one place.
@Suite struct InputMethodTests {
  @Test func `Hangul is composed in place, and a syllable is committed by the next one`() {
    check(
      "|",
      expects: """
        marked 0 "" → "ㅎ" inputMethod likely
        marked 0 "ㅎ" → "하" inputMethod likely
        marked 0 "하" → "한" inputMethod likely
        committed 0 "한" inputMethod likely
        marked 3 "" → "ㄱ" inputMethod likely
        marked 3 "ㄱ" → "그" inputMethod likely
        committed 3 "그" inputMethod likely
        inserted 6 " " typing certain
        """
    ) {
      $0.type("ㅎ")
      $0.replaceBack("ㅎ", "하")
      $0.replaceBack("하", "한")
      $0.type("ㄱ")
      $0.replaceBack("ㄱ", "그")
      $0.type(" ")
    }
  }

  @Test func `a final consonant that becomes the next initial`() {
    check(
      "|",
      expects: """
        marked 0 "" → "ㅎ" inputMethod likely
        marked 0 "ㅎ" → "하" inputMethod likely
        marked 0 "하" → "한" inputMethod likely
        marked 0 "한" → "하나" inputMethod likely
        committed 0 "하" inputMethod likely
        committed 3 "나" inputMethod guess
        """
    ) {
      $0.type("ㅎ")
      $0.replaceBack("ㅎ", "하")
      $0.replaceBack("하", "한")
      $0.replaceBack("한", "하나")
      $0.wait(5000)
    }
  }

  @Test func `backspace takes a syllable apart`() {
    check(
      "|",
      expects: """
        marked 0 "" → "ㅎ" inputMethod likely
        marked 0 "ㅎ" → "하" inputMethod likely
        marked 0 "하" → "ㅎ" inputMethod likely
        deleted 0 "ㅎ" inputMethod likely
        """
    ) {
      $0.type("ㅎ")
      $0.replaceBack("ㅎ", "하")
      $0.replaceBack("하", "ㅎ")
      $0.backspace()
    }
  }

  @Test func `kana are spelt and converted`() {
    check(
      "|",
      expects: """
        inserted 0 "k" typing certain
        marked 0 "k" → "か" inputMethod likely
        marked 0 "か" → "かn" inputMethod likely
        marked 0 "かn" → "かん" inputMethod likely
        marked 0 "かん" → "かんj" inputMethod likely
        marked 0 "かんj" → "かんじ" inputMethod likely
        marked 0 "かんじ" → "漢字" inputMethod likely
        committed 0 "漢字" inputMethod likely
        inserted 6 "。" typing certain
        """
    ) {
      $0.type("k")
      $0.replaceBack("k", "か")
      $0.replaceBack("か", "かn")
      $0.replaceBack("かn", "かん")
      $0.type("j")
      $0.replaceBack("かんj", "かんじ")
      $0.replaceBack("かんじ", "漢字")
      $0.type("。")
    }
  }

  @Test func `pinyin that the editor replaces as a whole`() {
    check(
      "|",
      expects: """
        inserted 0 "n" typing certain
        marked 0 "n" → "ni" inputMethod guess
        marked 0 "ni" → "nih" inputMethod guess
        marked 0 "nih" → "你h" inputMethod likely
        marked 0 "你h" → "你好" inputMethod likely
        committed 0 "你好" inputMethod guess
        """
    ) {
      $0.type("n")
      $0.replaceBack("n", "ni")
      $0.replaceBack("ni", "nih")
      $0.replaceBack("nih", "你h")
      $0.replaceBack("你h", "你好")
      $0.wait(2000)
    }
  }

  @Test func `pinyin that was typed letter by letter`() {
    check(
      "|",
      expects: """
        inserted 0 "n" typing certain
        inserted 1 "i" typing certain
        inserted 2 "h" typing certain
        inserted 3 "a" typing certain
        inserted 4 "o" typing certain
        marked 0 "nihao" → "你好" inputMethod likely
        committed 0 "你好" inputMethod likely
        inserted 6 "，" typing certain
        """
    ) {
      $0.typeSlowly("nihao")
      $0.replaceBack("nihao", "你好")
      $0.type("，")
    }
  }

  @Test func `a terminal that sends committed text only`() {
    check("a|", expects: #"inserted 1 "你好" inputMethod likely"#) { $0.type("你好") }
    check("a|", expects: #"inserted 1 "한국" inputMethod likely"#) { $0.type("한국") }
  }

  @Test func `a composition that comes in one message`() {
    check(
      "|", expects: "marked 0 \"\" → \"한\" inputMethod likely\ncommitted 0 \"한\" inputMethod likely"
    ) {
      $0.edit([(0..<0, "ㅎ"), (0..<3, "하"), (0..<3, "한")])
      $0.finish()
    }
  }

  @Test func `an accent that a dead key left behind`() {
    check(
      "caf|",
      expects: """
        inserted 3 "´" typing certain
        marked 3 "´" → "é" inputMethod likely
        committed 3 "é" inputMethod likely
        inserted 5 "s" typing certain
        """
    ) {
      $0.type("´")
      $0.replaceBack("´", "é")
      $0.type("s")
    }
  }

  @Test func `a composition ends when the cursor leaves it`() {
    check(
      "one |",
      expects: """
        marked 4 "" → "ㅎ" inputMethod likely
        committed 4 "ㅎ" inputMethod likely
        moved 0 certain
        """
    ) {
      $0.type("ㅎ")
      $0.select(4..<4)
      $0.select(0..<0)
    }
  }

  @Test func `a composition is committed by an edit before it, where it is then`() {
    check(
      "one |",
      expects: """
        marked 4 "" → "ㅎ" inputMethod likely
        inserted 0 "x" typing certain
        committed 5 "ㅎ" inputMethod likely
        """
    ) {
      $0.type("ㅎ")
      $0.edit([(0..<0, "x")])
    }
  }

  @Test func `what a composition replaced is told when it is committed`() {
    let console = Console("old|")
    console.select(0..<3)
    console.edit([(0..<3, "ㅎ")])
    let range = console.recognizer.markedRange
    #expect(range == TextRange(0, 3))
    #expect(console.recognizer.due == 2000)
    let events = console.recognizer.finish()
    #expect(events.map(\.before) == [Array("old".utf8)])
    #expect(console.recognizer.markedRange == nil)
    #expect(console.recognizer.due == nil)
  }

  @Test func `converted text that is deleted has been committed`() {
    check(
      "|",
      expects: """
        inserted 0 "かな" inputMethod likely
        marked 0 "かな" → "仮名" inputMethod likely
        committed 0 "仮名" inputMethod likely
        deleted 3 "名" typing certain
        """
    ) {
      $0.type("かな")
      $0.replaceBack("かな", "仮名")
      $0.backspace()
    }
  }
}
