extension MentionsDocument {
  /// A document with the mentions machinery as its control flow plug-in.
  ///
  /// - Parameters:
  ///   - text: well-formed UTF-8.
  ///   - languageID: LSP's name of its language.
  ///   - policy: every setting.
  public init(text: [UInt8], languageID: String, policy: MentionsPolicy) {
    self.init(plainText: text, languageID: languageID, policy: policy)
    // A new document has none of control flow, and nothing in it asks for anything.
    _ = try? registerControlFlow(direct: MentionsPlugin(), now: .zero)
  }
}
