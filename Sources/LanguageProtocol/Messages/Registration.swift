public import JSONText

/// `client/registerCapability`, server to client.
public struct RegistrationParams: Hashable, Sendable {
  public var registrations: [Registration]

  public init(registrations: [Registration]) {
    self.registrations = registrations
  }
}

extension RegistrationParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var registrations: [Registration]?
    while let member = try reader.nextName() {
      switch member {
      case "registrations": registrations = try reader.read([Registration].self)
      default: break
      }
    }
    self.registrations = try reader.require(registrations, "registrations", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("registrations", registrations)
    }
  }
}

/// A capability that the server adds while running (LSP: Registration).
public struct Registration: Hashable, Sendable {
  public var id: String
  public var method: Method
  public var registerOptions: JSONValue?

  public init(id: String, method: Method, registerOptions: JSONValue? = nil) {
    self.id = id
    self.method = method
    self.registerOptions = registerOptions
  }
}

extension Registration: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var id: String?
    var method: Method?
    var registerOptions: JSONValue?
    while let member = try reader.nextName() {
      switch member {
      case "id": id = try reader.read(String.self)
      case "method": method = try reader.read(Method.self)
      case "registerOptions": registerOptions = try reader.read(JSONValue?.self)
      default: break
      }
    }
    self.id = try reader.require(id, "id", of: object)
    self.method = try reader.require(method, "method", of: object)
    self.registerOptions = registerOptions
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", id)
      $0.member("method", method)
      $0.member("registerOptions", ifPresent: registerOptions)
    }
  }
}

/// `client/unregisterCapability`, server to client. The misspelling is the protocol's.
public struct UnregistrationParams: Hashable, Sendable {
  public var unregisterations: [Unregistration]

  public init(unregisterations: [Unregistration]) {
    self.unregisterations = unregisterations
  }
}

extension UnregistrationParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var unregisterations: [Unregistration]?
    while let member = try reader.nextName() {
      switch member {
      case "unregisterations": unregisterations = try reader.read([Unregistration].self)
      default: break
      }
    }
    self.unregisterations = try reader.require(unregisterations, "unregisterations", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("unregisterations", unregisterations)
    }
  }
}

/// LSP: Unregistration.
public struct Unregistration: Hashable, Sendable {
  public var id: String
  public var method: Method

  public init(id: String, method: Method) {
    self.id = id
    self.method = method
  }
}

extension Unregistration: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var id: String?
    var method: Method?
    while let member = try reader.nextName() {
      switch member {
      case "id": id = try reader.read(String.self)
      case "method": method = try reader.read(Method.self)
      default: break
      }
    }
    self.id = try reader.require(id, "id", of: object)
    self.method = try reader.require(method, "method", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", id)
      $0.member("method", method)
    }
  }
}
