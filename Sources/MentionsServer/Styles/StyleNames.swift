/// Which names the token modifiers `style1` to `style8` stand for. The legend is told once, at `initialize`; names take its
/// places in order: those of the settings first, then the attributes of the host.
struct StyleNames: Equatable {
  /// As many as the legend has.
  static let places = 8

  private var settings: [DisplayStyle] = []
  private var host: [String] = []
  /// The place of each name, from 0.
  private(set) var place: [String: Int] = [:]
  /// Rises when a name gets or loses its place, and when the settings' styles change.
  private(set) var revision = 0

  /// The styles that the settings of all folders give, in order. Returns whether anything has changed.
  mutating func setSettings(_ styles: [DisplayStyle]) -> Bool {
    guard styles != settings else { return false }
    settings = styles
    assign()
    return true
  }

  /// The host uses a name of its own.
  mutating func register(_ name: String) {
    // Beyond what can ever have a place nobody has to remember names.
    guard host.count < Self.places, !host.contains(name) else { return }
    host.append(name)
    assign()
  }

  private mutating func assign() {
    place = [:]
    for name in settings.map(\.name) + host where place[name] == nil && place.count < Self.places {
      place[name] = place.count
    }
    revision += 1
  }
}
