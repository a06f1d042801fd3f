/// The letters and words of a stretch of a catalog, made in one pass over its folded records.
struct IndexStretch: Sendable {
  private(set) var letters: LetterColumnsBuilder
  let words: SortedWords

  /// - Parameters:
  ///   - range: the indices of the stretch.
  ///   - folded: all folded records, and where each begins.
  init(_ range: Range<Int>, _ folded: Span<UInt8>, _ starts: Span<UInt32>) {
    letters = LetterColumnsBuilder(count: range.count)
    var list = WordList(count: range.count)
    for index in range {
      let record = FoldedRecord(folded, at: Int(starts[index]))
      var held = LetterSet()
      held.read(folded.extracting(record.name))
      list.add(record.name, folded)
      if !record.handle.isEmpty {
        held.read(folded.extracting(record.handle))
        list.add(record.handle, folded)
      }
      if record.aliasCount > 0 {
        for alias in record.aliases(folded) where AliasForm.hasWords(alias, folded) {
          held.read(folded.extracting(alias))
          list.add(alias, folded)
        }
      }
      letters.append(held)
      list.endEntity(folded)
    }
    letters.finish()
    words = list.sorted(folded, from: range.lowerBound)
  }
}
