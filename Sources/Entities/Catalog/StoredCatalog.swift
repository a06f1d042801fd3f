/// A catalog whose tables lie in a file.
package struct StoredCatalog: Sendable {
  package let catalog: EntityCatalog
  /// What whoever stored it noted besides.
  package let notes: [UInt8]

  /// Opens a catalog's file. O(sources): nothing but the header and the notes is looked at.
  ///
  /// The tables may be damaged nevertheless: then a search finds something else, or nothing. ``EntityCatalog/isIntact(on:)`` tells.
  ///
  /// - Parameters:
  ///   - bytes: all of the file, from a multiple of 16 on; they stay as they are and where they are while `owner` lives.
  ///   - owner: is kept as long as anything of the catalog.
  package init(
    unsafeMapped bytes: UnsafeRawBufferPointer, owner: any AnyObject & Sendable
  ) throws(CatalogFileError) {
    var reader = try unsafe CatalogFileReader(bytes, owner: owner)
    let notes: Column<UInt8> = try reader.column()
    // What decides whether the file is used at all must be right.
    guard reader.isIntact(section: 0) else { throw .damaged }
    self.notes = Array(notes)
    catalog = try EntityCatalog(&reader)
  }

  /// The same out of bytes, which are copied.
  package init(_ bytes: [UInt8]) throws(CatalogFileError) {
    let copy = AlignedCopy(bytes)
    try unsafe self.init(unsafeMapped: copy.bytes, owner: copy)
  }
}

/// Bytes at a multiple of 16.
@safe private final class AlignedCopy: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer

  init(_ array: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: array.count, alignment: 64)
    unsafe copy.copyBytes(from: array)
    unsafe bytes = UnsafeRawBufferPointer(copy)
  }

  deinit { unsafe bytes.deallocate() }
}
