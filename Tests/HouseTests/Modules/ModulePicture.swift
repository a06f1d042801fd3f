/// The modules and their arrows as an SVG, drawn from Package.swift and ``Layers``: for the page *Architecture* and README.
///
/// A row holds modules that do not depend on each other, so every arrow points down. An arrow is left out where a longer
/// way leads to the same module.
struct ModulePicture {
  /// Modules with their layers.
  let layers: [String: Int]
  /// What each module depends on.
  let arrows: [String: Set<String>]

  static let path = "Sources/MentionsServer/MentionsServer.docc/Resources/modules.svg"

  /// What each module is about, in a few words, and the column that it is drawn in: columns are chosen so that no
  /// arrow passes behind a module.
  static let drawn: [String: (column: Int, subject: String)] = [
    "JSONText": (2, "JSON as bytes"), "TextModel": (1, "text, positions, edits"),
    "TextEvents": (1, "what the user did"),
    "SystemCalls": (4, "the operating system"), "Entities": (3, "catalog, matching"),
    "Mentions": (1, "machines, annotations"), "ChooserWidgets": (0, "choosers as text"),
    "TerminalUI": (0, "keys and screens"), "LanguageProtocol": (2, "the messages of LSP"),
    "EntitySources": (3, "files, Git, programs"),
    "MentionsServer": (1, "LSP meets mentions"), "ServerHost": (1, "threads, files, the log"),
    "ScriptedEditing": (1, "an editor by script"), "SessionSimulation": (2, "a random typist"),
    "MentionsTestKit": (3, "for tests"), "mentions-lsp": (0, "the program"),
    "mentions-bench": (2, "measurements"), "mentions-fuzz": (3, "fuzzing"),
  ]

  /// Modules that cannot be drawn because ``drawn`` does not tell where.
  var missing: [String] { layers.keys.filter { Self.drawn[$0] == nil }.sorted() }

  private static let (width, height) = (164, 46)
  private static let (gap, step, margin) = (22, 84, 16)

  /// `arrows` without those that follow from others.
  var reduced: [String: Set<String>] {
    func reach(_ module: String) -> Set<String> {
      arrows[module, default: []].reduce(into: []) { $0.formUnion(reach($1).union([$1])) }
    }
    return arrows.mapValues { targets in
      targets.subtracting(targets.reduce(into: Set()) { $0.formUnion(reach($1)) })
    }
  }

  /// The modules from the top down: the highest layer first, and in a layer those that others depend on last.
  private var rows: [(layer: Int, modules: [String])] {
    func depth(_ module: String) -> Int {
      1 + (arrows[module, default: []].filter { layers[$0] == layers[module] }.map(depth).max() ?? 0)
    }
    let places = Dictionary(grouping: layers.keys.sorted()) { [layers[$0] ?? 0, depth($0)] }
    return places.sorted { $0.key.lexicographicallyPrecedes($1.key) }.reversed()
      .map { (layer: $0.key[0], modules: $0.value) }
  }

  func svg() -> String {
    let rows = rows
    let columns = 1 + (layers.keys.compactMap { Self.drawn[$0]?.column }.max() ?? 0)
    let across = columns * (Self.width + Self.gap) - Self.gap + 2 * Self.margin
    let down = (rows.count - 1) * Self.step + Self.height + 2 * Self.margin
    var places: [String: (x: Int, y: Int)] = [:]
    for (row, (_, modules)) in rows.enumerated() {
      for module in modules {
        let column = Self.drawn[module]?.column ?? columns
        places[module] = (Self.margin + column * (Self.width + Self.gap), Self.margin + row * Self.step)
      }
    }
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(across) \#(down)" font-family="sans-serif" "#
        + #"text-anchor="middle">"#,
      "<!-- Generated from Package.swift by Tests/HouseTests/Modules/ModulePicture.swift. -->",
      "<title>The modules of mentions-lsp; an arrow points to a module that is imported</title>",
      #"<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">"#
        + #"<path d="M0 0L8 4L0 8z" fill="dimgray"/></marker>"#,
      #"<rect width="\#(across)" height="\#(down)" rx="8" fill="white"/>"#,
    ]
    for (from, targets) in reduced.sorted(by: { $0.key < $1.key }) {
      for to in targets.sorted() {
        guard let upper = places[from], let lower = places[to] else { continue }
        let (x1, y1) = (upper.x + Self.width / 2, upper.y + Self.height)
        let (x2, y2) = (lower.x + Self.width / 2, lower.y)
        let bend = (y2 - y1) / 2
        lines.append(
          #"<path id="\#(from)-to-\#(to)" d="M\#(x1) \#(y1)C\#(x1) \#(y1 + bend) \#(x2) \#(y2 - bend) \#(x2) \#(y2)""#
            + ##" fill="none" stroke="dimgray" stroke-width="1.5" marker-end="url(#tip)"/>"##)
      }
    }
    for (layer, modules) in rows {
      for module in modules {
        guard let place = places[module] else { continue }
        let middle = place.x + Self.width / 2
        lines += [
          #"<g id="\#(module)"><title>\#(module), layer \#(layer)</title>"#,
          #"<rect x="\#(place.x)" y="\#(place.y)" width="\#(Self.width)" height="\#(Self.height)" rx="6" "#
            + #"fill="\#(fill(module))" stroke="dimgray"/>"#,
          #"<text x="\#(middle)" y="\#(place.y + 20)" font-size="15" font-weight="bold">\#(module)</text>"#,
          #"<text x="\#(middle)" y="\#(place.y + 37)" font-size="12">\#(Self.drawn[module]?.subject ?? "")</text></g>"#,
        ]
      }
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  /// Pure modules, programs and what serves tests only are told apart by colour.
  private func fill(_ module: String) -> String {
    if Layers.pure.contains(module) { return "honeydew" }
    if Layers.executables.contains(module) { return "aliceblue" }
    return Layers.testKits.contains(module) ? "whitesmoke" : "cornsilk"
  }
}
