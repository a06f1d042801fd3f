import JSONText

/// A member of a team as a program keeps it: read without building a tree.
struct TeamMember: JSONReadable {
  var name: String
  var aliases: [String]?

  init(from reader: inout JSONReader) throws(JSONError) {
    (name, aliases) = try reader.read("name", "aliases")
  }
}

/// The members of a team's file. A fault names its line, column and path.
func teamMembers(_ file: [UInt8]) throws(JSONError) -> [TeamMember] { try [TeamMember](json: file) }

/// The first name in a text whose form is not known in advance.
func firstName(_ text: String) throws(JSONError) -> String? {
  try JSONParser.parse(text, options: .handwritten)[0]?["name"]?.stringValue
}
