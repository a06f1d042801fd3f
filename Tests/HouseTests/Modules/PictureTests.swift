import Foundation
import MentionsTestKit
import Testing

/// The picture of the modules shows what Package.swift declares.
@Suite struct PictureTests {
  let manifest: Manifest

  init() throws { manifest = try Manifest.here.get() }

  private var picture: ModulePicture {
    ModulePicture(
      layers: Layers.modules.filter { manifest.arrows.keys.contains($0.key) }, arrows: manifest.arrows)
  }

  @Test func `every module of Package.swift is in the picture`() throws {
    #expect(picture.missing == [], "give them a column in ModulePicture.drawn")
    let place = SourceTree.checkout.appending(path: ModulePicture.path)
    let text = try String(contentsOf: place, encoding: .utf8)
    #expect(text == picture.svg(), "\(Renewal.file(place.path, picture.svg()))")
    for (name, target) in manifest.targets where target.type != "test" {
      #expect(text.contains("<g id=\"\(name)\">"), "\(name) is not in the picture")
    }
  }

  @Test func `a module or an arrow missing from the picture is caught`() {
    var (layers, arrows) = (Layers.modules, manifest.arrows)
    layers["Pigeons"] = 2
    #expect(ModulePicture(layers: layers, arrows: arrows).missing == ["Pigeons"])
    arrows["LanguageProtocol", default: []].insert("TextModel")
    #expect(ModulePicture(layers: Layers.modules, arrows: arrows).svg() != picture.svg())
  }

  @Test func `an arrow that follows from others is left out`() {
    let picture = ModulePicture(
      layers: ["A": 2, "B": 1, "C": 0], arrows: ["A": ["B", "C"], "B": ["C"], "C": []])
    #expect(picture.reduced == ["A": ["B"], "B": ["C"], "C": []])
  }

  @Test func `README and the Architecture page show it`() throws {
    let files = try SourceTree.here.get().files
    let readme = try #require(files.first { $0.path == "README.md" })
    #expect(readme.text.contains("](\(ModulePicture.path))"))
    let page = try #require(files.first { $0.path.hasSuffix("MentionsServer.docc/Architecture.md") })
    #expect(page.text.contains("](modules.svg)"))
  }
}
