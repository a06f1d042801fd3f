import TextModel

/// The texts of ``RemovedText`` with their indexes: by their bytes, and by the texts of their annotations.
struct RememberedTexts: Sendable {
  struct Entry: Sendable {
    let text: AnnotatedText
    let hash: UInt64
    /// Rises each time that a text is remembered, also for one that was known.
    var order: Int
    let hasContext: Bool
  }

  /// Where texts of one annotation are.
  struct Postings: Sendable {
    var places: [(text: Int, mark: Int)] = []
    /// Nil once there was more than one.
    var onlyContent: AnnotationContent?
  }

  /// By number; those forgotten are nil.
  private var entries: [Entry?] = []
  /// The number of the first entry of the array.
  private var base = 0
  private var byHash: [UInt64: [Int]] = [:]
  private var phrases = PhraseIndex()
  private var postings: [Postings] = []
  /// How many postings are of texts that were forgotten.
  private var stale = 0
  private var live = 0
  /// Oldest first; an entry that was remembered again is further behind, with its new order.
  private var queue: [(order: Int, text: Int)] = []
  private var queueStart = 0
  private var lastOrder = 0
  /// No shorter text can hold an annotation that is remembered.
  private(set) var shortestMark = Int.max
  /// No shorter text can be found in a longer one.
  private(set) var shortestContext = Int.max
  private(set) var count = 0
  private(set) var byteCount = 0

  subscript(number: Int) -> Entry? {
    let index = number - base
    return entries.indices.contains(index) ? entries[index] : nil
  }

  /// Those alive, latest first.
  var numbers: [Int] {
    entries.indices.compactMap { index in entries[index].map { (index + base, $0.order) } }
      .sorted { $0.1 > $1.1 }.map(\.0)
  }

  /// The numbers of those that are these very bytes, latest first.
  func numbers(equalTo bytes: [UInt8]) -> [Int] {
    (byHash[ByteHash.of(bytes.span)] ?? []).compactMap { number in
      self[number].flatMap { $0.text.bytes == bytes ? (number, $0.order) : nil }
    }.sorted { $0.1 > $1.1 }.map(\.0)
  }

  /// Where texts of remembered annotations are in `bytes`; ends when `body` returns false.
  func search(
    _ bytes: [UInt8], steps: inout Int, _ body: (_ start: Int, _ postings: Postings) -> Bool
  ) {
    phrases.search(bytes, in: bytes.indices, steps: &steps) { body($0, postings[$1]) }
  }

  mutating func add(_ text: AnnotatedText) {
    lastOrder += 1
    let hash = ByteHash.of(text.bytes.span)
    if let same = byHash[hash]?.first(where: { self[$0].map { Self.isSame($0.text, text) } ?? false }) {
      entries[same - base]?.order = lastOrder
      return enqueue(same)
    }
    let number = base + entries.count
    let hasContext = text.hasContext
    entries.append(Entry(text: text, hash: hash, order: lastOrder, hasContext: hasContext))
    byHash[hash, default: []].append(number)
    count += 1
    byteCount += text.bytes.count
    enqueue(number)
    if hasContext { shortestContext = min(shortestContext, text.bytes.count) }
    for (index, mark) in text.marks.enumerated() { post(mark, number, index) }
    live += text.marks.count
  }

  private mutating func post(_ mark: AnnotatedText.Mark, _ text: Int, _ index: Int) {
    shortestMark = min(shortestMark, mark.range.count)
    let phrase = phrases.add(mark.content.text)
    if phrase == postings.count { postings.append(Postings(onlyContent: mark.content)) }
    postings[phrase].places.append((text, index))
    if let only = postings[phrase].onlyContent, only !== mark.content,
      !only.entity.isSameEntity(as: mark.content.entity)
    {
      postings[phrase].onlyContent = nil
    }
  }

  private mutating func enqueue(_ number: Int) {
    queue.append((lastOrder, number))
    if queue.count > 64, queue.count - queueStart > 4 * count {
      queue = queue[queueStart...].filter { self[$0.text]?.order == $0.order }
      queueStart = 0
    }
  }

  mutating func removeOldest() -> AnnotatedText? {
    while queueStart < queue.count {
      let oldest = queue[queueStart]
      queueStart += 1
      guard let entry = self[oldest.text], entry.order == oldest.order else { continue }
      remove(oldest.text, entry)
      return entry.text
    }
    return nil
  }

  private mutating func remove(_ number: Int, _ entry: Entry) {
    entries[number - base] = nil
    byHash[entry.hash]?.removeAll { $0 == number }
    if byHash[entry.hash]?.isEmpty ?? false { byHash[entry.hash] = nil }
    count -= 1
    byteCount -= entry.text.bytes.count
    stale += entry.text.marks.count
    live -= entry.text.marks.count
    if count == 0 { return self = RememberedTexts() }
    if stale > 64, stale > live { reindex() }
  }

  /// As if those that are left were all that was ever remembered.
  private mutating func reindex() {
    let left = numbers.reversed().compactMap { self[$0]?.text }
    self = RememberedTexts()
    for text in left { add(text) }
  }

  private static func isSame(_ a: AnnotatedText, _ b: AnnotatedText) -> Bool {
    a.bytes == b.bytes
      && a.marks.elementsEqual(b.marks) {
        $0.range == $1.range && $0.state == $1.state
          && $0.content.entity.isSameEntity(as: $1.content.entity)
      }
  }
}
