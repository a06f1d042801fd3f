public import JSONText

/// `$/cancelRequest`.
public struct CancelParams: Hashable, Sendable {
  public var id: RPCID

  public init(id: RPCID) {
    self.id = id
  }
}

extension CancelParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var id: RPCID?
    while let member = try reader.nextName() {
      switch member {
      case "id": id = try reader.read(RPCID.self)
      default: break
      }
    }
    self.id = try reader.require(id, "id", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", id)
    }
  }
}

/// `$/setTrace`.
public struct SetTraceParams: Hashable, Sendable {
  public var value: TraceValue

  public init(value: TraceValue) {
    self.value = value
  }
}

extension SetTraceParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var value: TraceValue?
    while let member = try reader.nextName() {
      switch member {
      case "value": value = try reader.read(TraceValue.self)
      default: break
      }
    }
    self.value = try reader.require(value, "value", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("value", value)
    }
  }
}

/// `$/logTrace`, server to client.
public struct LogTraceParams: Hashable, Sendable {
  public var message: String
  public var verbose: String?

  public init(message: String, verbose: String? = nil) {
    self.message = message
    self.verbose = verbose
  }
}

extension LogTraceParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var message: String?
    var verbose: String?
    while let member = try reader.nextName() {
      switch member {
      case "message": message = try reader.read(String.self)
      case "verbose": verbose = try reader.read()
      default: break
      }
    }
    self.message = try reader.require(message, "message", of: object)
    self.verbose = verbose
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("message", message)
      $0.member("verbose", ifPresent: verbose)
    }
  }
}

/// LSP: TraceValue.
public struct TraceValue: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let off = Self(rawValue: "off")
  public static let messages = Self(rawValue: "messages")
  public static let verbose = Self(rawValue: "verbose")
}
