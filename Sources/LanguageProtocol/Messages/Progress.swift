public import JSONText

/// `window/workDoneProgress/create`, server to client.
public struct WorkDoneProgressCreateParams: Hashable, Sendable {
  public var token: ProgressToken

  public init(token: ProgressToken) {
    self.token = token
  }
}

extension WorkDoneProgressCreateParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var token: ProgressToken?
    while let member = try reader.nextName() {
      switch member {
      case "token": token = try reader.read(ProgressToken.self)
      default: break
      }
    }
    self.token = try reader.require(token, "token", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("token", token)
    }
  }
}

/// `window/workDoneProgress/cancel`.
public struct WorkDoneProgressCancelParams: Hashable, Sendable {
  public var token: ProgressToken

  public init(token: ProgressToken) {
    self.token = token
  }
}

extension WorkDoneProgressCancelParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var token: ProgressToken?
    while let member = try reader.nextName() {
      switch member {
      case "token": token = try reader.read(ProgressToken.self)
      default: break
      }
    }
    self.token = try reader.require(token, "token", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("token", token)
    }
  }
}

/// `$/progress`.
public struct ProgressParams: Hashable, Sendable {
  public var token: ProgressToken
  public var value: WorkDoneProgress

  public init(token: ProgressToken, value: WorkDoneProgress) {
    self.token = token
    self.value = value
  }
}

extension ProgressParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var token: ProgressToken?
    var value: WorkDoneProgress?
    while let member = try reader.nextName() {
      switch member {
      case "token": token = try reader.read(ProgressToken.self)
      case "value": value = try reader.read(WorkDoneProgress.self)
      default: break
      }
    }
    self.token = try reader.require(token, "token", of: object)
    self.value = try reader.require(value, "value", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("token", token)
      $0.member("value", value)
    }
  }
}
