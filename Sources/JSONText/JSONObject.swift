/// The members of a JSON object in their order. Of two with one name the later wins, at the place of the earlier.
///
/// Names are compared by their bytes. Up to `indexedFrom` members are searched from front to back, more through
/// an index, so that an object of any size is built in linear time.
public struct JSONObject: Sendable {
  public private(set) var members: [(name: String, value: JSONValue)] = []
  private var places: [Name: Int]?

  /// The number of members from which on there is an index.
  static let indexedFrom = 12

  public init() {}

  public init(_ members: some Sequence<(String, JSONValue)>) {
    for (name, value) in members { self[name] = value }
  }

  public var isEmpty: Bool { members.isEmpty }
  public var count: Int { members.count }

  /// The value of a member; nil where there is none. Setting nil takes the member out.
  ///
  /// - Complexity: constant, save for taking out: linear.
  public subscript(name: String) -> JSONValue? {
    get { place(of: name).map { members[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let at?, let value?):
        members[at].value = value
      case (nil, let value?):
        append(name, value)
      case (let at?, nil):
        members.remove(at: at)
        places = nil
        if members.count >= Self.indexedFrom { index() }
      case (nil, nil):
        break
      }
    }
  }

  public func contains(_ name: String) -> Bool { place(of: name) != nil }

  private func place(of name: String) -> Int? {
    if let places { return places[Name(text: name)] }
    return members.firstIndex { sameBytes($0.name, name) }
  }

  private mutating func append(_ name: String, _ value: JSONValue) {
    members.append((name, value))
    if places != nil {
      places?[Name(text: name)] = members.count - 1
    } else if members.count >= Self.indexedFrom {
      index()
    }
  }

  private mutating func index() {
    var places: [Name: Int] = [:]
    places.reserveCapacity(members.count * 2)
    for (at, member) in members.enumerated() { places[Name(text: member.name)] = at }
    self.places = places
  }

  /// A name that equals another only where the bytes do.
  private struct Name: Hashable, Sendable {
    let text: String

    static func == (a: Name, b: Name) -> Bool { sameBytes(a.text, b.text) }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }
}

extension JSONObject: Hashable {
  /// Whether both hold the same members in the same order.
  public static func == (a: JSONObject, b: JSONObject) -> Bool {
    a.members.elementsEqual(b.members) { sameBytes($0.name, $1.name) && $0.value == $1.value }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
    for member in members {
      hasher.combine(member.name)
      hasher.combine(member.value)
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
