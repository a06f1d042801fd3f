/// What the package manager understood of Package.swift.
struct Manifest: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let dependencies: [String]

    private enum Key: String, CodingKey { case name, type, dependencies }

    init(name: String, type: String = "regular", dependencies: [String]) {
      (self.name, self.type, self.dependencies) = (name, type, dependencies)
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      name = try fields.decode(String.self, forKey: .name)
      type = try fields.decode(String.self, forKey: .type)
      // {"byName": ["Entities", null]} or {"target": […]} or {"product": […]}
      dependencies = try fields.decode([[String: [Part?]]].self, forKey: .dependencies)
        .compactMap { $0.values.first?.first??.name }
    }
  }

  /// What the package offers to others or lets them run.
  struct Product: Decodable {
    let name: String
    let targets: [String]
  }

  /// A dependency's name, or a condition that is of no interest.
  private struct Part: Decodable {
    let name: String?
    init(from decoder: any Decoder) throws { name = try? decoder.singleValueContainer().decode(String.self) }
  }

  /// Anything that is declared as coming from outside.
  private struct Outside: Decodable { init(from decoder: any Decoder) throws {} }

  let targets: [Target]
  let products: [Product]
  let packages: [String]

  private enum Key: String, CodingKey { case targets, products, dependencies }

  init(targets: [Target], products: [Product] = [], packages: [String] = []) {
    (self.targets, self.products, self.packages) = (targets, products, packages)
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    targets = try fields.decode([Target].self, forKey: .targets)
    products = try fields.decode([Product].self, forKey: .products)
    let outside = try fields.decode([Outside].self, forKey: .dependencies)
    packages = outside.indices.map { "number \($0 + 1)" }
  }

  /// What each module may import of this package.
  var arrows: [String: Set<String>] {
    Dictionary(targets.map { ($0.name, Set($0.dependencies)) }, uniquingKeysWith: { $0.union($1) })
  }
}
