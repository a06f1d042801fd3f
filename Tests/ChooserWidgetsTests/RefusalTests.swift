import ChooserWidgets
import JSONText
import Testing

/// What cannot be registered, made, raised or used is refused with words that name it.
@Suite struct RefusalTests {
  @Test func `a registration is refused`() throws {
    var registry = ChooserRegistry()
    try registry.register("taken", BareWidget.self)
    func refusal(
      _ name: String, _ type: any ChooserWidget.Type, events: [String: ChooserEventHandler] = [:]
    ) -> String? {
      #expect(throws: ChooserRegistryError.self) {
        try registry.register(name, type, events: events)
      }?.description
    }
    #expect(refusal("", LoggedTypeA.self) == "a chooser needs a name to be registered")
    #expect(refusal("taken", LoggedTypeA.self) == "a chooser “taken” is already registered")
    #expect(
      refusal("new", LoggedTypeA.self, events: ["": { _ in }])
        == "chooser “new” declares an event without a name")
    #expect(
      refusal("new", LoggedWidget.self)
        == "chooser “new”: LoggedWidget cannot be created; it must conform to CellChooserWidget"
        + " (Type A: init(eventDelegate:environment:dataSource:)) or to CustomChooserWidget"
        + " (Type B: init(eventDelegate:environment:delegate:))")
    #expect(registry.names == ["taken"])
  }

  @Test func `only registered widgets can be created`() throws {
    var registry = ChooserRegistry()
    func refusal() -> String? {
      #expect(throws: ChooserRegistryError.self) {
        _ = try registry.makeHost("slider", room: .zero) { _ in }
      }?.description
    }
    #expect(refusal() == "no chooser “slider” is registered (registered: none)")
    try registry.register("list", ListChooser.self)
    try registry.register("bare", BareWidget.self)
    #expect(refusal() == "no chooser “slider” is registered (registered: bare, list)")
  }

  @Test func `an event that was not declared is refused and told`() throws {
    try checkLife(
      of: LoggedTypeB.self, model: ["on didCreate": "raise applause"], "hide",
      expects: """
        make: init Type B · borderMode none · background - · didCreate · ! chooser “logged” raised the event\
         “applause”, which is not declared (declared: destroy, hide, log, show)
        hide: -
        """)
  }

  @Test func `an invalid property is reported once per value, and the default applies`() throws {
    var problems: [String] = []
    var registry = ChooserRegistry()
    try registry.register("list", ListChooser.self, model: ["rows": "many"])
    try registry.register(
      "slider", RecencySlider.self,
      model: ["minimumValue": 5, "maximumValue": 2, "minimumRange": -1, "unit": 7, "rows": 1e300])
    let room = CellFrame(column: 0, row: 0, size: CellSize(columns: 44, rows: 8))
    let list = try registry.makeHost("list", room: room) { problems.append("\($0)") }
    #expect(problems == ["chooser “list”: rows is \"many\", expected a whole number, at least 1"])
    list["other"] = 1
    list["rows"] = 0
    list["rows"] = 3
    list["rows"] = 0
    #expect(
      problems.dropFirst() == [
        "chooser “list”: rows is 0, expected a whole number, at least 1",
        "chooser “list”: rows is 0, expected a whole number, at least 1",
      ])

    problems = []
    let slider = try registry.makeHost("slider", room: room) { problems.append("\($0)") }
    let expected = [
      "chooser “slider”: minimumRange is -1, expected a whole number from 0 to 1000000",
      "chooser “slider”: maximumValue is 2, expected at least minimumValue, which is 5",
      "chooser “slider”: rows is 1e+300, expected a whole number from 1 to 1000000",
      "chooser “slider”: unit is 7, expected a string",
    ]
    #expect(Set(problems) == Set(expected))
    slider["selectedMaximumValue"] = 6
    #expect(problems.count == expected.count)
    slider.setContent(.named("Ada 5"))
    slider.show()
    #expect(slider.lines.map(\.text.trimmed) == ["  ●───────────────────  mentioned at any ti…", "> Ada"])
  }
}

extension String {
  /// Without the spaces at its end.
  var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
