import ChooserWidgets
import JSONText
import Testing

/// The life of a widget, call by call (seeds 000 and 002).
@Suite struct LifeCycleTests {
  @Test func `created, shown, given other content, hidden, destroyed`() throws {
    let script = """
      content Ada, Ben
      show
      content Ada
      show
      hide
      hide
      show
      destroy
      show
      """
    let calls = """
      content Ada, Ben: -
      show: reloadData · becomeVisible · willBeginLayout · preferredSize 40×8\
       · setFrame 0,0 12×2 · didEndLayout
      content Ada: reloadData · willBeginLayout · preferredSize 40×8 · setFrame 0,0 12×1 · didEndLayout
      show: -
      hide: resetScrollPositionAndHide
      hide: -
      show: reloadData · becomeVisible · willBeginLayout · preferredSize 40×8\
       · setFrame 0,0 12×1 · didEndLayout
      destroy: resetScrollPositionAndHide · willDestroy
      show: -
      """
    try checkLife(
      of: LoggedTypeA.self, script,
      expects: "make: init Type A · borderMode none · background - · didCreate\n" + calls)
    try checkLife(
      of: LoggedTypeB.self, script,
      expects: "make: init Type B · borderMode none · background - · didCreate\n" + calls)
  }

  @Test func `a host that is dropped ends its widget's life`() throws {
    let life = LifeScript()
    _ = try life.play(LoggedTypeA.self, ["on willDestroy": "force"], "show")
    #expect(life.drop() == "resetScrollPositionAndHide · willDestroy")
    _ = try life.play(LoggedTypeA.self, [:], "show\ndestroy")
    #expect(life.drop() == "-")
  }

  @Test func `a layout for another size, border or background, and a forced one`() throws {
    try checkLife(
      of: LoggedTypeB.self,
      """
      room 2,3 10×4
      content Ada, Ben
      show
      room 2,3 10×1
      room 2,3 10×1
      border bottom
      background blue
      room 2,3 10×9
      force
      hide
      force
      show
      """,
      expects: """
        make: init Type B · borderMode none · background - · didCreate
        room 2,3 10×4: -
        content Ada, Ben: -
        show: reloadData · becomeVisible · willBeginLayout · preferredSize 10×4\
         · setFrame 2,3 10×2 · didEndLayout
        room 2,3 10×1: willBeginLayout · preferredSize 10×1 · setFrame 2,3 10×1 · didEndLayout
        room 2,3 10×1: -
        border bottom: borderMode bottom · willBeginLayout · preferredSize 10×1\
         · setFrame 2,3 10×1 · didEndLayout
        background blue: background blue · willBeginLayout · preferredSize 10×1\
         · setFrame 2,3 10×1 · didEndLayout
        room 2,3 10×9: willBeginLayout · preferredSize 10×9 · setFrame 2,10 10×2 · didEndLayout
        force: willBeginLayout · preferredSize 10×9 · setFrame 2,10 10×2 · didEndLayout
        hide: resetScrollPositionAndHide
        force: -
        show: reloadData · becomeVisible · willBeginLayout · preferredSize 10×9\
         · setFrame 2,10 10×2 · didEndLayout
        """)
  }

  @Test func `a changed property is reported with its old and new value, then a layout follows`() throws {
    try checkLife(
      of: LoggedTypeB.self, model: ["colour": "red"],
      """
      set colour "blue"
      show
      set colour "green"
      set colour "green"
      set size 2
      set size 2.0
      unset size
      unset size
      hide
      set colour "red"
      """,
      expects: """
        make: init Type B · borderMode none · background - · didCreate
        set colour "blue": modelUpdated colour: "red" → "blue"
        show: reloadData · becomeVisible · willBeginLayout · preferredSize 40×8\
         · setFrame 0,0 12×0 · didEndLayout
        set colour "green": modelUpdated colour: "blue" → "green" · willBeginLayout · preferredSize 40×8\
         · setFrame 0,0 12×0 · didEndLayout
        set colour "green": -
        set size 2: modelUpdated size: - → 2 · willBeginLayout · preferredSize 40×8\
         · setFrame 0,0 12×0 · didEndLayout
        set size 2.0: modelUpdated size: 2 → 2.0 · willBeginLayout · preferredSize 40×8 · setFrame 0,0 12×0\
         · didEndLayout
        unset size: modelUpdated size: 2.0 → - · willBeginLayout · preferredSize 40×8\
         · setFrame 0,0 12×0 · didEndLayout
        unset size: -
        hide: resetScrollPositionAndHide
        set colour "red": modelUpdated colour: "green" → "red"
        """)
  }

  @Test func `actions of a widget during a call take effect after it, and layouts are coalesced`() throws {
    let made = "make: init Type B · borderMode none · background - · didCreate"
    // Forced while its data is reloaded: the layout that comes anyway will do.
    try checkLife(
      of: LoggedTypeB.self, model: ["on reloadData": "force"], "show",
      expects: """
        \(made)
        show: reloadData · becomeVisible · willBeginLayout · preferredSize 40×8\
         · setFrame 0,0 12×0 · didEndLayout
        """)
    // Forced twice and twice again inside a layout: one more.
    try checkLife(
      of: LoggedTypeB.self, model: ["on willBeginLayout": "force once", "on setFrame": "force once"], "show",
      expects: """
        \(made)
        show: reloadData · becomeVisible · willBeginLayout · preferredSize 40×8\
         · setFrame 0,0 12×0 · didEndLayout\
         · willBeginLayout · preferredSize 40×8 · setFrame 0,0 12×0 · didEndLayout
        """)
    // A change of the model is told before the layout that is to come, or leads to one more.
    try checkLife(
      of: LoggedTypeB.self, model: ["on becomeVisible": "set a", "on didEndLayout": "set b"], "show",
      expects: """
        \(made)
        show: reloadData · becomeVisible · modelUpdated a: - → 1\
         · willBeginLayout · preferredSize 40×8 · setFrame 0,0 12×0 · didEndLayout · modelUpdated b: - → 1\
         · willBeginLayout · preferredSize 40×8 · setFrame 0,0 12×0 · didEndLayout
        """)
    // Before it was made whole, too.
    try checkLife(
      of: LoggedTypeB.self, model: ["on init": "count made"], "hide",
      expects: "make: init Type B · borderMode none · background - · didCreate\nhide: -")
    try checkLife(
      of: LoggedTypeB.self, model: ["on didCreate": "count made"], "hide",
      expects: "\(made) · modelUpdated made: - → 1\nhide: -")
    // Its user may hide or destroy it from an event; the call that raised it ends first.
    try checkLife(
      of: LoggedTypeB.self, model: ["on keyPressed": "raise hide"], "show\nkey up",
      expects: """
        \(made)
        show: reloadData · becomeVisible · willBeginLayout · preferredSize 40×8\
         · setFrame 0,0 12×0 · didEndLayout
        key up: keyPressed up · resetScrollPositionAndHide · taken
        """)
    try checkLife(
      of: LoggedTypeB.self, model: ["on willBeginLayout": "raise destroy"], "show\nforce",
      expects: """
        \(made)
        show: reloadData · becomeVisible · willBeginLayout · preferredSize 40×8\
         · setFrame 0,0 12×0 · didEndLayout\
         · resetScrollPositionAndHide · willDestroy
        force: -
        """)
  }

  @Test func `endless layouts and changes are stopped`() throws {
    let layout = "willBeginLayout · preferredSize 40×8 · setFrame 0,0 12×0 · didEndLayout"
    func repeated(_ text: String) -> String { Array(repeating: text, count: 16).joined(separator: " · ") }
    let problem =
      "! chooser “logged” changed its model or forced a layout in 16 successive layouts;"
      + " the last change was ignored"
    try checkLife(
      of: LoggedTypeB.self, model: ["on setFrame": "force"], "show\nforce",
      expects: """
        make: init Type B · borderMode none · background - · didCreate
        show: reloadData · becomeVisible · \(repeated(layout)) · \(problem)
        force: \(repeated(layout)) · \(problem)
        """)
    let changes = (0..<15).map { "modelUpdated n: \($0) → \($0 + 1)" }.joined(separator: " · ")
    try checkLife(
      of: LoggedTypeB.self, model: ["on modelUpdated": "count n"], "set n 0",
      expects: """
        make: init Type B · borderMode none · background - · didCreate
        set n 0: modelUpdated n: - → 0 · \(changes) · \(problem)
        """)
  }

  @Test func `keys go to a visible widget that listens`() throws {
    try checkLife(
      of: LoggedTypeB.self, "key up\nshow\nkey up\nkey left",
      expects: """
        make: init Type B · borderMode none · background - · didCreate
        key up: ignored
        show: reloadData · becomeVisible · willBeginLayout · preferredSize 40×8\
         · setFrame 0,0 12×0 · didEndLayout
        key up: keyPressed up · taken
        key left: keyPressed left · ignored
        """)
    try checkLife(of: BareWidget.self, "show\nkey up", expects: "make: -\nshow: -\nkey up: ignored")
  }

  @Test func `state outside the model is kept without notification`() throws {
    var registry = ChooserRegistry()
    try registry.register("bare", BareWidget.self, model: ["rows": 3])
    let room = CellFrame(column: 0, row: 0, size: CellSize(columns: 5, rows: 2))
    let host = try registry.makeHost("bare", room: room) { Issue.record("\($0)") }
    let environment = host.environment
    environment.setNonModelState(7, forKey: "scroll")
    #expect(environment.nonModelState(forKey: "scroll") == 7)
    #expect(environment.nonModelState(forKey: "rows") == nil)
    #expect(environment.model["scroll"] == nil && environment.model["rows"] == 3)
    environment.setNonModelState(Optional.none, forKey: "scroll")
    #expect(environment.nonModelState(forKey: "scroll") == nil)
    // Each has a model of its own.
    environment.model["rows"] = 4
    #expect(try registry.makeHost("bare", room: room) { _ in }["rows"] == 3)
    #expect(host["rows"] == 4)
    #expect(environment.model.properties == ["rows": 4])
    // What it draws is made to fit its frame.
    #expect(host.lines == [])
    host.show()
    #expect(host.lines.map(\.text) == ["bare ", "     "])
    #expect(host.frame == room)
  }
}
