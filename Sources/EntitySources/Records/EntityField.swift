/// The fields of an entity, as every format spells them.
public enum EntityField: String, CaseIterable, Hashable, Sendable {
  case name, id, uniqueID, handle, aliases, email, detail, kind, url, avatar, shortName, canTrim, weight,
    gone, metadata

  /// The field of that name; case, `_`, `-` and spaces do not count (`Unique ID`, `short_name`).
  public init?(header: some Sequence<UInt8>) {
    var packed: UInt64 = 0
    var first: UInt8 = 0
    var count = 0
    for byte in header {
      switch byte {
      case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "\t"): continue
      default: break
      }
      let small = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
      if count == 0 { first = small }
      packed = packed << 8 | UInt64(small)
      count += 1
      if count > 9 { return nil }
    }
    for key in Self.keys where key.packed == packed && key.count == count && key.first == first {
      self = key.field
      return
    }
    return nil
  }

  // A name's last eight bytes in one number, its first byte and its length tell it from all others.
  private static let keys: [(packed: UInt64, first: UInt8, count: Int, field: EntityField)] =
    allCases.map { field in
      let bytes = Array(field.rawValue.lowercased().utf8)
      return (bytes.reduce(0) { $0 << 8 | UInt64($1) }, bytes.first ?? 0, bytes.count, field)
    }
}
