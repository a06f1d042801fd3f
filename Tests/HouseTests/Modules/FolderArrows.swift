/// The folders of a module, with the uses that lead from one to another. A file that lies in no folder counts as a
/// folder of its own, and folders that form one room as one folder.
struct FolderArrows {
  /// Folders that may use each other in both directions, by module. In the server, the session has a member for each
  /// feature's state, and each feature extends the session.
  static let rooms: [String: Set<String>] = ["MentionsServer": ["Session", "Features"]]

  /// A use of something that another folder declares.
  struct Arrow {
    let from: String
    let to: String
    /// One place that shows it.
    let evidence: String
  }

  let module: String
  /// By the folder that uses, then by the folder that is used.
  private(set) var arrows: [String: [String: Arrow]] = [:]

  private struct Unit {
    let file: SourceTree.File
    let module: String
    let folder: String
    let names: SwiftNames
  }

  /// The arrows of every module below `Sources`, by module.
  static func all(in tree: SourceTree) -> [FolderArrows] {
    let units = tree.swift(below: "Sources").compactMap { file -> Unit? in
      guard let module = file.target else { return nil }
      let folder = file.folders.dropFirst(2).joined(separator: "/")
      let isInRoom = rooms[String(module)]?.contains { folder == $0 || folder.hasPrefix($0 + "/") } == true
      return Unit(
        file: file, module: String(module),
        folder: isInRoom ? roomName(of: String(module)) : folder.isEmpty ? file.name : folder,
        names: SwiftNames(code: file.code))
    }
    var declared: [String: Int] = [:]
    for unit in units {
      for name in Set((unit.names.members + unit.names.global).map(\.name)) {
        declared[name, default: 0] += 1
      }
    }
    let unique = Set(declared.filter { $0.value == 1 }.keys)
    let modules = Dictionary(grouping: units, by: \.module)
    return modules.keys.sorted().map { FolderArrows($0, modules[$0] ?? [], unique: unique) }
  }

  private static func roomName(of module: String) -> String {
    rooms[module, default: []].sorted().joined(separator: "+")
  }

  /// - Parameter unique: names that only one file of the package declares: such a member is known by its name alone.
  private init(_ module: String, _ units: [Unit], unique: Set<String>) {
    self.module = module
    var types: [String: Set<String>] = [:]
    var nestedTypes: [String: Set<String>] = [:]
    for unit in units {
      nestedTypes[unit.folder, default: []].formUnion(
        unit.names.members.filter { $0.kind == .type }.map(\.name))
      for place in unit.names.global { types[place.name, default: []].insert(unit.folder) }
    }
    // What a folder adds to a type of another one is its own; the rest of a type's members come with the type.
    var added: [String: (folder: String, kind: SwiftNames.Kind)] = [:]
    for unit in units {
      for place in unit.names.members where unique.contains(place.name) && place.kind != .type {
        if let type = place.extended, types[type]?.contains(unit.folder) != true {
          added[place.name] = (unit.folder, place.kind)
        }
      }
    }
    for unit in units {
      let nested = nestedTypes[unit.folder] ?? []
      for use in unit.names.uses {
        if let homes = types[use.name] {
          if !nested.contains(use.name), homes.count == 1, let home = homes.first {
            note(use, in: unit, home)
          }
        } else if use.kind == .function, let (home, kind) = added[use.name], kind == .function {
          note(use, in: unit, home)
        }
      }
      for use in unit.names.memberUses { if let (home, _) = added[use.name] { note(use, in: unit, home) } }
    }
  }

  private mutating func note(_ use: SwiftNames.Place, in unit: Unit, _ home: String) {
    guard home != unit.folder, arrows[unit.folder]?[home] == nil else { return }
    arrows[unit.folder, default: [:]][home] = Arrow(
      from: unit.folder, to: home, evidence: "\(unit.file.name):\(use.line) uses \(use.name)")
  }

  /// The sets of folders that all lead to each other, each sorted. Files in no folder may form circles among themselves.
  var circles: [[String]] {
    let reach = Dictionary(uniqueKeysWithValues: arrows.keys.map { ($0, reachable(from: $0)) })
    var circles: Set<[String]> = []
    for (folder, targets) in reach where targets.contains(folder) {
      let circle = targets.filter { reach[$0]?.contains(folder) == true }
      if circle.contains(where: { !$0.hasSuffix(".swift") }) {
        circles.insert(circle.sorted())
      }
    }
    return circles.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The arrows inside a circle, in words.
  func evidence(of circle: [String]) -> String {
    circle.flatMap { from in
      circle.compactMap { to in arrows[from]?[to].map { "\($0.from) → \($0.to) (\($0.evidence))" } }
    }.joined(separator: ", ")
  }

  /// The circles of all modules.
  static func violations(in modules: [FolderArrows]) -> [Violation] {
    modules.flatMap { module in
      module.circles.map {
        Violation(
          path: "Sources/\(module.module)", reason: "a circle of folders: \(module.evidence(of: $0))")
      }
    }
  }

  private func reachable(from start: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = [start]
    while let folder = waiting.popLast() {
      for target in (arrows[folder] ?? [:]).keys where found.insert(target).inserted {
        waiting.append(target)
      }
    }
    return found
  }
}
