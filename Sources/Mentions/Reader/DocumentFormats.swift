import Entities
import TextModel

/// The insert formats that a text of one language may have been written by, and where each of them holds
/// (<doc:Behaviour>, section 9).
struct DocumentFormats {
  let policy: MentionsPolicy
  let languageID: String
  private let isCodeowners: Bool
  let isCommitMessage: Bool

  init(policy: MentionsPolicy, languageID: String) {
    self.policy = policy
    self.languageID = languageID
    let canonical = LanguageID.canonical(languageID)
    isCodeowners = policy.isCodeowners || canonical == "codeowners"
    isCommitMessage = canonical == "gitcommit"
  }

  func place(at offset: TextOffset, in text: IndexedText) -> InsertPlace {
    if isCodeowners { return .codeowners }
    return isCommitMessage && TrailerLine.contains(offset, in: text) ? .trailer : .text
  }

  /// Those that there may be in this text.
  private var places: [InsertPlace] {
    isCodeowners ? [.codeowners] : isCommitMessage ? [.text, .trailer] : [.text]
  }

  /// A format that can be read back, with all that is needed for it.
  struct Readable {
    /// Its place in the policy; nil for implicit mentions.
    var trigger: Int?
    var character: String
    var format: InsertFormat
    var place: InsertPlace
  }

  /// In the policy's order.
  var readable: [Readable] {
    var formats: [Readable] = []
    for place in places {
      for (index, trigger) in policy.triggers.enumerated() where trigger.isOffered(in: languageID) {
        formats.append(
          Readable(
            trigger: index, character: trigger.character,
            format: trigger.insert.format(for: languageID, at: place), place: place))
      }
      formats.append(
        Readable(
          trigger: nil, character: "", format: policy.implicit.insert.format(for: languageID, at: place),
          place: place))
    }
    return formats.filter(\.format.canBeReadBack)
  }

  /// What the formats wrote, whether it is prose or not.
  struct Readings {
    /// In order, without those that exclude each other.
    var found: [(mention: ReadBackText, format: Readable)] = []
    /// Places where several entities can be meant, with all of them.
    var ambiguous: [(mentions: [ReadBackText], format: Readable)] = []
  }

  /// O(range) for each format, and a look-up per place that looks like it.
  ///
  /// - Parameters:
  ///   - touched: what is read has to overlap this range; nil: any of it counts.
  ///   - known: the entities of a trigger (its place in the policy), of implicit mentions for nil; nil as long as they
  ///     are not all known.
  func read(
    in range: TextRange, of text: IndexedText, touching touched: TextRange? = nil,
    known: (_ trigger: Int?) -> InsertFormat.Lookup?
  ) -> Readings {
    var found: [(mention: ReadBackText, format: Readable)] = []
    var readings = Readings()
    let controls = policy.triggers.map(\.character)
    for format in readable {
      guard let lookup = known(format.trigger) else { continue }
      let own = format.format.readings(
        in: range, of: text, trigger: format.character, controls: controls, lookup: lookup)
      for mention in own.found where touched.map({ mention.range.overlaps($0) }) ?? true {
        guard place(at: mention.range.start, in: text) == format.place else { continue }
        found.append((mention, format))
      }
      for mentions in own.ambiguous where place(at: mentions[0].range.start, in: text) == format.place {
        readings.ambiguous.append((mentions, format))
      }
    }
    found.sort {
      ($0.mention.range.start, $0.mention.range.end) < ($1.mention.range.start, $1.mention.range.end)
    }
    for (index, one) in found.enumerated() {
      let neighbours = [index - 1, index + 1].filter(found.indices.contains).map { found[$0].mention }
      guard !neighbours.contains(where: { $0.contradicts(one.mention) }) else { continue }
      readings.found.append(one)
    }
    return readings
  }
}

extension DocumentFormats {
  /// Where the formats wrote somebody under a former name, whether it is prose or not; those of each format in order.
  ///
  /// - Parameters:
  ///   - range: whole lines, or what lies between separators.
  ///   - text: all of it.
  ///   - known: the entities of a trigger (its place in the policy), of implicit mentions for nil.
  func outdated(
    in range: TextRange, of text: IndexedText, known: (_ trigger: Int?) -> InsertFormat.Lookup?
  ) -> [(mention: ReadBackText, format: Readable)] {
    let controls = policy.triggers.map(\.character)
    return readable.flatMap { format in
      guard let lookup = known(format.trigger) else { return [(mention: ReadBackText, format: Readable)]() }
      return format.format.outdated(
        in: range, of: text, trigger: format.character, controls: controls, lookup: lookup
      ).filter { place(at: $0.range.start, in: text) == format.place }.map { ($0, format) }
    }
  }
}

extension ReadBackText {
  /// Whether the two exclude each other, or one text is read as two entities.
  fileprivate func contradicts(_ other: ReadBackText) -> Bool {
    range.overlaps(other.range) && !(range == other.range && entity.isSameEntity(as: other.entity))
  }
}
