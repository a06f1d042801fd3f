/// A column of a people table, determined by its header.
enum TableColumn: Hashable {
  /// A field, named as in our own format.
  case field(EntityField)
  /// A field, named by a word that other programs use.
  case usual(EntityField)
  case givenName, middleName, familyName
  case jobTitle, organization
  /// One of several addresses; the first one is displayed.
  case email
  case ignored

  /// Whether it contributes to a person's name.
  var isName: Bool {
    switch self {
    case .field(.name), .usual(.name), .givenName, .familyName, .organization: true
    default: false
    }
  }

  /// - Parameter header: in UTF-8. Case and all characters except letters and digits are ignored.
  init(header: [UInt8]) {
    if let field = EntityField(header: header) {
      self = .field(field)
      return
    }
    let letters = header.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }.filter {
      $0 >= 0x80 || $0.isLetter || $0.isDigit
    }
    let word = String(decoding: letters, as: UTF8.self)
    self = Self.words[word] ?? (Self.isEmail(word) ? .email : .ignored)
  }

  /// The column names of Google, Outlook, Thunderbird, Apple and GitHub, without spaces and punctuation.
  private static let words: [String: TableColumn] = [
    "fullname": .usual(.name), "displayname": .usual(.name), "githubcomname": .usual(.name),
    "firstname": .givenName, "givenname": .givenName, "first": .givenName,
    "middlename": .middleName, "additionalname": .middleName,
    "lastname": .familyName, "familyname": .familyName, "surname": .familyName, "last": .familyName,
    "login": .usual(.handle), "username": .usual(.handle), "githubusername": .usual(.handle),
    "githublogin": .usual(.handle), "githubcomlogin": .usual(.handle),
    "nickname": .usual(.aliases), "nicknames": .usual(.aliases),
    "company": .organization, "organization": .organization, "organisation": .organization,
    "organizationname": .organization, "organization1name": .organization,
    "jobtitle": .jobTitle, "organizationtitle": .jobTitle, "organization1title": .jobTitle,
    "webpage": .usual(.url), "webpage1": .usual(.url), "website": .usual(.url), "website1value": .usual(.url),
    "personalwebpage": .usual(.url), "homepage": .usual(.url),
    "photo": .usual(.avatar),
  ]

  /// Whether the header means an e-mail address: `E-mail Address`, `E-mail 2 Address`, `E-mail 1 - Value`, `Primary
  /// Email`, `Email (work)`.
  private static func isEmail(_ word: String) -> Bool {
    var rest = word[...]
    for kind in emailKinds where rest.hasPrefix(kind) {
      rest = rest.dropFirst(kind.count)
      break
    }
    guard rest.hasPrefix("email") else { return false }
    rest = rest.dropFirst(5).drop(while: \.isNumber)
    return rest.isEmpty || ["address", "value"].contains(rest) || emailKinds.contains(String(rest))
  }

  private static let emailKinds = ["primary", "secondary", "home", "work", "business", "personal", "other"]
}
