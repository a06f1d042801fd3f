import JSONText
import LanguageProtocol

/// What a session understands.
typealias RouteTable = [Method: Route]

/// One message that clients may send: its method, its codec, and who handles it.
struct Route: Sendable {
  enum Kind: Sendable { case request, notification }

  let method: Method
  let kind: Kind
  /// Reads the parameters and handles them. A fault of the parameters is thrown.
  let run: @Sendable (Session, _ params: RPCPayload, RPCID?) throws(RPCError) -> Void

  /// A request that is answered at once.
  static func request<P: JSONReadable & SendableMetatype, R: JSONWritable & SendableMetatype>(
    _ method: Method, _ handler: @escaping @Sendable (Session) -> (P) throws(RPCError) -> R
  ) -> Route {
    Route(method: method, kind: .request) { session, params, id throws(RPCError) in
      let result = try handler(session)(decode(params, of: method))
      if let id { session.answer(id, result) }
    }
  }

  /// A request whose handler answers by itself, now or later, exactly once.
  static func waiting<P: JSONReadable & SendableMetatype>(
    _ method: Method, _ handler: @escaping @Sendable (Session) -> (P, RPCID) throws(RPCError) -> Void
  ) -> Route {
    Route(method: method, kind: .request) { session, params, id throws(RPCError) in
      guard let id else { return }
      try handler(session)(decode(params, of: method), id)
    }
  }

  static func notification<P: JSONReadable & SendableMetatype>(
    _ method: Method, _ handler: @escaping @Sendable (Session) -> (P) throws(RPCError) -> Void
  ) -> Route {
    Route(method: method, kind: .notification) { session, params, _ throws(RPCError) in
      try handler(session)(decode(params, of: method))
    }
  }

  /// Absent and `null` parameters are read as an empty object.
  private static func decode<P: JSONReadable>(
    _ params: RPCPayload, of method: Method
  ) throws(RPCError) -> P {
    do {
      return try (params.isNull ? .emptyObject : params).read(P.self)
    } catch {
      throw RPCError(.invalidParams, "\(method): \(error.message)")
    }
  }
}

extension RPCPayload {
  fileprivate static let emptyObject = RPCPayload(json: [0x7B, 0x7D])
}
