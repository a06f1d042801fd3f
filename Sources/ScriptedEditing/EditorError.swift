/// What went wrong between a scripted editor and its server, told to a person.
public struct EditorError: Error, Hashable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
