/// A stretch of some document (LSP: Location).
package struct Location: Structure {
  package var uri: DocumentURI
  package var range: Range

  package init(uri: DocumentURI, range: Range) { (self.uri, self.range) = (uri, range) }

  package static let members = Members(Self.init, required("uri", \.uri), required("range", \.range))
}
