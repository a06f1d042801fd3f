import JSONText

/// The metadata of those entities that have any, as JSON text.
struct MetadataTable: Sendable {
  /// The indices of the entities, ascending.
  let entities: Column<UInt32>
  /// Where the text of each begins, and the end.
  let starts: Column<UInt64>
  let text: Column<UInt8>

  init(entities: Column<UInt32>, starts: Column<UInt64>, text: Column<UInt8>) {
    self.entities = entities
    self.starts = starts
    self.text = text
  }

  /// O(n log n) for n entities with metadata.
  init(_ members: [UInt32: JSONObject]) {
    let sorted = members.sorted { $0.key < $1.key }
    var starts: [UInt64] = []
    var text: [UInt8] = []
    starts.reserveCapacity(sorted.count + 1)
    for (_, members) in sorted {
      starts.append(UInt64(text.count))
      text += JSONWriter.bytes(of: JSONValue.object(members))
    }
    starts.append(UInt64(text.count))
    entities = Column(sorted.map(\.key))
    self.starts = Column(starts)
    self.text = Column(text)
  }

  /// The metadata of an entity; empty where it has none. O(log n + its text).
  func members(of index: Int) -> JSONObject {
    var low = 0
    var high = entities.count
    while low < high {
      let middle = (low + high) / 2
      if Int(entities[middle]) < index { low = middle + 1 } else { high = middle }
    }
    guard low < entities.count, Int(entities[low]) == index else { return JSONObject() }
    let (start, end) = (starts[low], starts[low + 1])
    guard start <= end, end <= UInt64(text.count),
      case .object(let members)? = try? JSONParser.parse(Array(text[Int(start)..<Int(end)]))
    else { return JSONObject() }
    return members
  }
}
