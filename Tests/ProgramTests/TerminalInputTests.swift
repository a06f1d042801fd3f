import MentionsTestKit
import SessionSimulation
import Testing

@testable import mentions_lsp

@Suite struct TerminalInputTests {
  /// What bytes say that come at once, followed by nothing for a while.
  private func read(_ text: String) -> [TerminalEvent] {
    var input = TerminalInput()
    return input.feed(text.utf8) + input.flush()
  }

  private func check(
    _ text: String, _ expected: TerminalEvent..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(read(text) == expected, sourceLocation: sourceLocation)
    // The same byte by byte.
    var input = TerminalInput()
    var events: [TerminalEvent] = []
    for byte in text.utf8 { events += input.feed([byte]) }
    events += input.flush()
    #expect(events == expected, sourceLocation: sourceLocation)
    #expect(!input.isWaiting, sourceLocation: sourceLocation)
  }

  @Test func `text comes scalar by scalar`() {
    check("ab", .text("a"), .text("b"))
    check("é張😀", .text("é"), .text("張"), .text("😀"))
    check("e\u{301}", .text("e"), .text("\u{301}"))
  }

  @Test func `control characters are keys`() {
    check("\r", .key(.enter))
    check("\n", .key(.enter))
    check("\t", .key(.tab))
    check("\u{7F}", .key(.backspace))
    check("\u{3}", .key(.character("c"), .control))
    check("\u{0}", .key(.character(" "), .control))
  }

  @Test func `an Escape alone is the key, and one before something is Alt`() {
    check("\u{1B}", .key(.escape))
    check("\u{1B}x", .key(.character("x"), .alt))
    check("\u{1B}é", .key(.character("é"), .alt))
    check("\u{1B}\r", .key(.enter, .alt))
    var input = TerminalInput()
    #expect(input.feed([0x1B]) == [])
    #expect(input.isWaiting)
    #expect(input.feed("[A".utf8) == [.key(.up)])
    #expect(!input.isWaiting)
  }

  @Test func `cursor keys come in two forms and with modifiers`() {
    check("\u{1B}[A\u{1B}OB", .key(.up), .key(.down))
    check("\u{1B}[1;2C", .key(.right, .shift))
    check("\u{1B}[1;5D", .key(.left, .control))
    check("\u{1B}[1;6H", .key(.home, [.shift, .control]))
    check("\u{1B}[1~\u{1B}[4~\u{1B}[F", .key(.home), .key(.end), .key(.end))
    check("\u{1B}[5~\u{1B}[6~", .key(.pageUp), .key(.pageDown))
    check("\u{1B}[3~\u{1B}[3;5~", .key(.delete), .key(.delete, .control))
    check("\u{1B}[Z", .key(.tab, .shift))
    check("\u{1B}OP\u{1B}[15~\u{1B}[24~", .key(.function(1)), .key(.function(5)), .key(.function(12)))
    check("\u{1B}[27u\u{1B}[97;5u", .key(.escape), .key(.character("a"), .control))
  }

  @Test func `the mouse tells where it is`() {
    check("\u{1B}[<0;1;1M", .mouse(TerminalMouse(.press, column: 0, row: 0)))
    check("\u{1B}[<0;80;24m", .mouse(TerminalMouse(.release, column: 79, row: 23)))
    check("\u{1B}[<32;5;6M", .mouse(TerminalMouse(.drag, column: 4, row: 5)))
    check("\u{1B}[<65;5;6M", .mouse(TerminalMouse(.wheelDown, column: 4, row: 5)))
    check("\u{1B}[<4;5;6M", .mouse(TerminalMouse(.press, column: 4, row: 5, modifiers: .shift)))
    // Other buttons mean nothing, and a place that there is not.
    check("\u{1B}[<2;5;6M\u{1B}[<0;0;6M")
  }

  @Test func `what is pasted is text, whatever it holds`() {
    check("\u{1B}[200~a\rb\u{1B}[A\u{1B}[201~c", .paste("a\nb\u{1B}[A"), .text("c"))
    check("\u{1B}[200~a\r\nb\u{1B}[201~", .paste("a\nb"))
    check("\u{1B}[200~\u{1B}[201~")
    var input = TerminalInput()
    #expect(input.feed("\u{1B}[200~abc".utf8) == [])
    // A paste is waited for, however long it takes.
    #expect(input.flush() == [])
    #expect(input.feed("d\u{1B}[20".utf8) == [])
    #expect(input.feed("1~".utf8) == [.paste("abcd")])
  }

  @Test func `a huge paste comes in pieces that split no character`() {
    var input = TerminalInput()
    let text = String(repeating: "aé張😀", count: 200_000)
    var events = input.feed("\u{1B}[200~".utf8)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      events += input.feed(rest.prefix(4093))
      rest = rest.dropFirst(4093)
    }
    events += input.feed("\u{1B}[201~".utf8)
    #expect(events.count > 1)
    let joined = events.map { event in if case .paste(let piece) = event { piece } else { "?" } }.joined()
    #expect(joined == text)
  }

  @Test func `what is not known is left out whole`() {
    check("\u{1B}[?1;2c")
    check("\u{1B}[12;40R\u{1B}[99~a", .text("a"))
    check("\u{1B}[1;2 qb", .text("b"))
    check("\u{1B}[" + String(repeating: "1", count: 100) + "A")
  }

  @Test(arguments: seeds(1...20)) func `any bytes are read, in any pieces alike`(seed: UInt64) {
    var random = SeededRandom(seed)
    let pieces: [[UInt8]] = [
      [0x1B], [0x1B, 0x5B], Array("[<0;1".utf8), Array("200~".utf8), Array("201~".utf8), [0xC3], [0xA9],
      [0xF0, 0x9F],
      [0xFF], Array("M".utf8), Array("a".utf8), [0x0D], Array(";".utf8), Array("1".utf8), [0xE2, 0x80],
      [0x80],
    ]
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 1...12, using: &random)).flatMap { _ in
        pieces.randomElement(using: &random) ?? []
      }
      var (whole, parts) = (TerminalInput(), TerminalInput())
      let expected = whole.feed(bytes)
      var found: [TerminalEvent] = []
      for byte in bytes { found += parts.feed([byte]) }
      #expect(found == expected, "seed \(seed): \(bytes)")
      #expect(parts.flush() == whole.flush(), "seed \(seed): \(bytes)")
    }
  }
}
