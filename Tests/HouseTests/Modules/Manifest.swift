import Foundation

/// What the package manager understood of Package.swift: `Tests/manifest.json`, which `Tests/manifest` compares with it.
struct Manifest: Decodable {
  struct Target: Decodable {
    /// `regular`, `executable` or `test`.
    let type: String
    /// Names of this package's targets.
    let dependencies: [String]
  }

  /// Targets by name.
  let targets: [String: Target]
  /// The targets of each product.
  let products: [String: [String]]
  /// What comes from outside.
  let packages: [String]

  init(targets: [String: Target], products: [String: [String]] = [:], packages: [String] = []) {
    (self.targets, self.products, self.packages) = (targets, products, packages)
  }

  /// This checkout's, read once.
  static let here = Result {
    let place = SourceTree.checkout.appending(path: "Tests/manifest.json")
    return try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: place))
  }

  /// What each module may import of this package.
  var arrows: [String: Set<String>] { targets.mapValues { Set($0.dependencies) } }

  /// The modules of the library products.
  var libraries: Set<String> {
    Set(products.values.joined().filter { targets[$0]?.type == "regular" })
  }
}
