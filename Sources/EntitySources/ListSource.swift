import JSONText

/// Entities listed in the settings (`"type": "list"`): strings, or objects with an entity's fields.
package struct ListSource: LoadableSource {
  package let name: String
  package let items: [JSONValue]

  package init(name: String, items: [JSONValue]) {
    self.name = name
    self.items = items
  }

  package var inputs: [String]? { [] }

  package func read(_ sink: EntitySink) -> SourceReport {
    var collector = RecordCollector(source: name, file: nil, problems: SourceProblems(source: name))
    for (index, item) in items.enumerated() {
      collector.place = "items[\(index)]"
      EntityJSON.take(item, line: nil, into: &collector, sink)
    }
    return SourceReport(problems: collector.problems.list)
  }
}
