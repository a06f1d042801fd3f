public import TextModel

extension AnnotationStore {
  /// What is wrong with the annotations, one sentence each; nothing ever should be. For tests. O(n).
  public func violations(in text: IndexedText) -> [String] {
    var found: [String] = []
    if textCount != text.buffer.count {
      found.append("the store believes in \(textCount) bytes, the text has \(text.buffer.count)")
    }
    var previousEnd = 0
    var ids: Set<AnnotationID> = []
    for (index, annotation) in enumerated() {
      let range = slots.start(index)..<slots.start(index) + slots.length(index)
      let name = "annotation \(index) at \(range)"
      if range.isEmpty { found.append("\(name) is empty") }
      if range.lowerBound < previousEnd { found.append("\(name) begins before \(previousEnd)") }
      previousEnd = range.upperBound
      if !ids.insert(annotation.id).inserted { found.append("\(name) has an id that another one has") }
      guard range.lowerBound >= 0, range.upperBound <= text.buffer.count else {
        found.append("\(name) lies outside the text")
        continue
      }
      if !text.buffer.holds(annotation.text, at: annotation.range.start) {
        found.append("\(name) says “\(String(decoding: annotation.text, as: UTF8.self))”, the text does not")
      }
      for edge in [annotation.range.start, annotation.range.end] where !text.buffer.isGraphemeBoundary(edge) {
        found.append("\(name) has an edge inside a character")
      }
      if annotation.litUp, litUpIndex != index { found.append("\(name) is lit up at a wrong index") }
    }
    if let index = litUpIndex, index >= count || slots[index].id != highlighted?.id {
      found.append("what is lit up is not there")
    }
    return found
  }
}
