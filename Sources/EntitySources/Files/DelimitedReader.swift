import SystemCalls

/// Reads `.csv` and `.tsv`: tables as in RFC 4180 with a header row of field names, either our own or those of an
/// address book (``TableColumn``).
///
/// Broken quoting loses only its own row: an unclosed quote is abandoned after 64 KiB (``longestOpenQuote``) or at the
/// end of the file, and reading resumes at the next line. Once the number of bytes read again exceeds the number of
/// bytes read plus ``patience``, every quote must be closed on its own line, so that a broken file is still read in
/// linear time.
struct DelimitedReader {
  private var delimiter: UInt8
  private var columns: [TableColumn] = []
  private var hasHeader = false
  /// Whether the header has a column that can yield an entity.
  private var namesPeople = false
  /// Whether there is anything after the header row.
  private var hasRows = false
  private var collector: RecordCollector

  private var state = State.fieldStart
  private var field: [UInt8] = []
  private var row: [[UInt8]] = []
  private var rowCount = 0
  private var line = 1
  private var rowLine = 1
  private var quoteLine = 1
  /// The bytes of the row from its first quoted field on, as in the file, and the number of the line on which that
  /// field begins.
  private var raw: [UInt8] = []
  private var rawLine = 1
  private var rowIsBroken = false
  /// The length of the row so far in bytes.
  private var rowLength = 0
  /// The number of bytes read, and of bytes read again after a quote was abandoned.
  private var taken = 0
  private var takenAgain = 0
  /// Whether every quote must be closed on its own line.
  private var endsQuotesWithLines = false
  /// The file offsets of the end of the last byte read, and of the starts of the row, the field and `raw`.
  private var (place, rowStart, fieldStart, rawStart) = (0, 0, 0, 0)
  /// The ranges of the row's fields in the file, recorded only during a search.
  private var fieldRanges: [Range<Int>] = []
  /// Whether the last byte has been read.
  private var isAtEnd = false

  /// The maximum number of bytes in an unclosed quote.
  private var longestOpenQuote: Int { collector.limits.record / 16 }
  /// The number of bytes that may be read again, in addition to the size of the file, before ``endsQuotesWithLines`` is
  /// set.
  private var patience: Int { 64 * longestOpenQuote }

  private enum State {
    case fieldStart, plain, quoted, quoteInQuoted, carriageReturn
    /// The rest of the line is skipped.
    case skipping
  }

  /// The maximum length in bytes of a header row that is read by itself.
  private static let longestHeader = 1 << 16

  /// The columns of a table according to its header row, and their delimiter; nil if there is no header.
  static func header(
    of text: [UInt8], delimiter: UInt8
  ) -> (columns: [TableColumn], delimiter: UInt8)? {
    var collector = RecordCollector(source: "", file: nil, problems: SourceProblems(source: ""))
    let reader = ByteReader(bytes: Array(text.prefix(longestHeader)))
    let (table, _) = table(reader, delimiter: delimiter, into: &collector) { _ in .kept }
    return table.hasHeader ? (table.columns, table.delimiter) : nil
  }

  /// Reads a table whose columns are separated by `delimiter`. A comma is only the default: a first line `sep=;` names
  /// another delimiter, and if the header contains no comma but `;` or a tab, that character is the delimiter.
  static func read(
    _ reader: consuming ByteReader, delimiter: UInt8, into collector: inout RecordCollector,
    _ sink: EntitySink
  ) -> SystemError? {
    table(reader, delimiter: delimiter, into: &collector, sink).fault
  }

  private static func table(
    _ reader: consuming ByteReader, delimiter: UInt8, into collector: inout RecordCollector,
    _ sink: EntitySink
  ) -> (table: DelimitedReader, fault: SystemError?) {
    var table = DelimitedReader(delimiter: delimiter, collector: collector)
    if delimiter == UInt8(ascii: ",") {
      var header = reader.firstLine(longest: collector.limits.record)
      if let named = namedDelimiter(header) {
        table.delimiter = named
        reader.start = min(header.endIndex + 1, reader.end)
        table.line = 2
      } else if !header.contains(delimiter) {
        header = header.prefix { $0 != 0x0D }
        let others = [UInt8(ascii: ";"), 0x09]
        table.delimiter = others.first(where: header.contains) ?? delimiter
      }
    }
    table.startRow(at: reader.place)
    repeat {
      table.taken += reader.end - reader.start
      while reader.start < reader.end, table.collector.search?.isOver != true {
        if table.state == .skipping {
          if reader.skipLine() {
            table.place = reader.place - 1
            table.take(0x0A, sink)
          }
        } else {
          table.take(reader.buffer[reader.start], sink)
          reader.start += 1
        }
      }
      // A completed search leaves bytes in the window, so `fill` would only enlarge it.
    } while table.collector.search?.isOver != true && reader.fill()
    table.finish(sink)
    collector = table.collector
    return (table, reader.fault)
  }

  /// The delimiter given in Excel's line `sep=;`.
  private static func namedDelimiter(_ line: ArraySlice<UInt8>) -> UInt8? {
    let text = line.filter { $0 != UInt8(ascii: "\"") && $0 != 0x0D }
    guard text.count == 5, text.starts(with: "sep=".utf8), ",;\t".utf8.contains(text[4]) else { return nil }
    return text[4]
  }

  private init(delimiter: UInt8, collector: RecordCollector) {
    self.delimiter = delimiter
    self.collector = collector
  }

  private mutating func take(_ byte: UInt8, _ sink: EntitySink) {
    place += 1
    if state == .skipping {
      guard byte == 0x0A else { return }
      line += 1
      return startRow()
    }
    rowLength += 1
    if rowLength > collector.limits.record {
      collector.addTooLong("row", line: rowLine)
      return skipLine(after: byte)
    }
    if state == .quoted || state == .quoteInQuoted || !raw.isEmpty {
      raw.append(byte)
      if raw.count > longestOpenQuote { return giveUpQuote(sink) }
    }
    if state == .carriageReturn {
      state = .fieldStart
      if byte == 0x0A { return startRow(at: place) }
    }
    switch (state, byte) {
    case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
    case (.quoted, 0x0A) where endsQuotesWithLines:
      collector.add(
        line: quoteLine, "broken quoting: a quoted field does not end on its line; the line is left out",
        leavesOut: true)
      skipLine(after: byte)
    case (.quoted, _):
      if byte == 0x0A { line += 1 }
      field.append(byte)
    case (.quoteInQuoted, UInt8(ascii: "\"")):
      field.append(byte)
      state = .quoted
    case (_, delimiter): endField()
    case (_, 0x0A), (_, 0x0D):
      endRow(sink)
      if byte == 0x0D { state = .carriageReturn }
    case (.fieldStart, UInt8(ascii: "\"")):
      state = .quoted
      quoteLine = line
      if raw.isEmpty { (raw, rawLine, rawStart) = ([byte], line, place - 1) }
    case (.fieldStart, _):
      field.append(byte)
      state = .plain
    case (.quoteInQuoted, _):
      complain("text after the closing quote of a field (to include a quote, double it)")
      field.append(byte)
      state = .plain
    default:
      if byte == UInt8(ascii: "\"") {
        complain("an unquoted field contains a quote")
      }
      field.append(byte)
    }
  }

  private mutating func complain(_ message: String) {
    guard !rowIsBroken else { return }
    rowIsBroken = true
    collector.add(line: line, field: fieldName, "broken quoting: \(message)")
  }

  /// The name of the field in the current column, for messages; nil in the header row and in a column that is ignored.
  private var fieldName: String? {
    guard hasHeader, rowCount < columns.count else { return nil }
    switch columns[rowCount] {
    case .field(let field), .usual(let field): return field.rawValue
    case .givenName, .middleName, .familyName: return EntityField.name.rawValue
    case .jobTitle, .organization: return EntityField.detail.rawValue
    case .email: return EntityField.email.rawValue
    case .ignored: return nil
    }
  }

  private mutating func endField() {
    if rowCount < row.count { row[rowCount] = field } else { row.append(field) }
    if collector.search != nil { fieldRanges.append(fieldStart..<endOfField) }
    rowCount += 1
    fieldStart = place
    field.removeAll(keepingCapacity: true)
    state = .fieldStart
  }

  /// The end of the field, before the delimiter.
  private var endOfField: Int { isAtEnd ? place : place - 1 }

  private mutating func endRow(_ sink: EntitySink) {
    endField()
    let isEmpty = rowCount == 1 && row[0].isEmpty
    if !isEmpty { if hasHeader { takeRow(sink) } else { takeHeader() } }
    line += 1
    startRow()
  }

  private mutating func skipLine(after byte: UInt8) {
    startRow()
    if byte == 0x0A {
      line += 1
      rowLine = line
    } else {
      state = .skipping
    }
  }

  private mutating func startRow() { startRow(at: place) }

  private mutating func startRow(at place: Int) {
    (self.place, rowStart, fieldStart) = (place, place, place)
    fieldRanges.removeAll(keepingCapacity: true)
    rowCount = 0
    rowLength = 0
    raw.removeAll(keepingCapacity: true)
    rowLine = line
    rowIsBroken = false
    field.removeAll(keepingCapacity: true)
    state = .fieldStart
  }

  private mutating func takeHeader() {
    hasHeader = true
    columns = row.prefix(rowCount).map(TableColumn.init)
    var seen: Set<EntityField> = []
    for (index, column) in columns.enumerated() {
      guard case .field(let field) = column, !seen.insert(field).inserted else { continue }
      if field == .email {
        columns[index] = .email
        continue
      }
      collector.add(
        line: rowLine, field: field.rawValue, "two columns have this name; only the first is used")
      columns[index] = .ignored
    }
    // An address book has dozens of columns that are not used here.
    let isAddressBook = columns.contains { if case .field = $0 { false } else { $0 != .ignored } }
    for (index, column) in columns.enumerated() where column == .ignored {
      let text = String(decoding: row[index], as: UTF8.self)
      guard !text.isEmpty, EntityField(header: row[index]) == nil else { continue }
      if !isAddressBook || EntityField.isMisspelled(text) { collector.noteUnknown(text, line: rowLine) }
    }
    namesPeople = columns.contains { column in
      switch column {
      case .field(let field), .usual(let field): [.name, .handle, .email].contains(field)
      case .givenName, .familyName, .organization, .email: true
      case .middleName, .jobTitle, .ignored: false
      }
    }
    if !namesPeople {
      collector.add(
        .error, line: rowLine, field: "name",
        "the header row has no column for names, handles or e-mail addresses; expected a column “name”")
    } else if columns.contains(.ignored), !columns.contains(where: \.isName) {
      collector.add(
        line: rowLine, field: "name",
        "the header row has no known column for names, so people are shown by handle or e-mail address")
    }
  }

  private mutating func takeRow(_ sink: EntitySink) {
    hasRows = true
    guard namesPeople else { return }
    if rowCount > columns.count {
      collector.add(
        line: rowLine,
        "the row has \(rowCount) fields, but the header only \(columns.count); the others are ignored")
    }
    var record = EntityRecord()
    var contact = ContactRow()
    // A header may have far more columns than a row, so only the fields of the row are visited.
    for (index, column) in columns.prefix(rowCount).enumerated()
    where column != .ignored && !row[index].isEmpty {
      let bytes = row[index]
      let known: EntityField? = if case .field(let field) = column { field } else { nil }
      collector.checkEncoding(of: bytes, 0..<bytes.count, line: rowLine, field: known)
      guard let text = EntityRecord.trimmed(String(decoding: bytes, as: UTF8.self)) else { continue }
      let said: EntityField?
      if let known {
        collector.set(known, text: text, line: rowLine, in: &record)
        said = known
      } else {
        said = contact.take(text, of: column, into: &record)
      }
      if let said, collector.search != nil {
        collector.note(said, at: fieldRanges[index], EntityDefinition.Notation(delimiter: delimiter))
      }
    }
    contact.complete(&record)
    collector.finish(record, line: rowLine, at: rowStart..<endOfField, sink)
  }

  /// Abandons an unclosed quote: skips its line and reads the following lines again.
  private mutating func giveUpQuote(_ sink: EntitySink) {
    collector.add(
      line: quoteLine, field: fieldName,
      "broken quoting: a quoted field is not closed; the line is left out", leavesOut: true)
    let again = raw
    guard let end = again.firstIndex(of: 0x0A) else { return skipLine(after: 0) }
    line = rawLine + 1
    startRow(at: rawStart + end + 1)
    takenAgain += again.count - end
    if takenAgain > taken + patience { endsQuotesWithLines = true }
    for byte in again[(end + 1)...] { take(byte, sink) }
  }

  private mutating func finish(_ sink: EntitySink) {
    if collector.search?.isOver == true { return }
    while state == .quoted { giveUpQuote(sink) }
    isAtEnd = true
    if rowCount > 0 || !field.isEmpty || state == .quoteInQuoted { endRow(sink) }
    if !hasHeader {
      collector.add(.error, "the file is empty; expected a header row with a column “name”")
    } else if !hasRows {
      collector.add(.note, "the file has a header row, but no entries")
    }
  }
}

/// Values of an address book's row that combine several columns.
private struct ContactRow {
  private var (given, middle, family): (String?, String?, String?) = (nil, nil, nil)
  private var jobTitle: String?
  private var organization: String?
  private var emails: [String] = []
  private var nicknames: [String] = []

  /// Stores a value. Returns the field if the text becomes its value unchanged, so that its position can be recorded.
  mutating func take(_ text: String, of column: TableColumn, into record: inout EntityRecord) -> EntityField?
  {
    switch column {
    case .givenName: given = given ?? text
    case .middleName: middle = middle ?? text
    case .familyName: family = family ?? text
    case .jobTitle: jobTitle = jobTitle ?? text
    case .organization: organization = organization ?? text
    case .email: return takeEmails(text) && record.email == nil ? .email : nil
    case .usual(.aliases): nicknames += EntityRecord.splitAliases(text)
    case .usual(let field): return record.setMissing(field, text: text) ? field : nil
    case .field, .ignored: break
    }
    return nil
  }

  /// Adds addresses. Google separates several addresses of one kind by ` ::: `, and Outlook prefixes some with `SMTP:`.
  /// Returns whether the text is a single address and the first of the row.
  private mutating func takeEmails(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: ":")).compactMap {
      EntityRecord.trimmed(String(Substring($0)))
    }
    let addresses = parts.filter { $0.utf8.contains(UInt8(ascii: "@")) }
    emails += addresses.isEmpty ? parts : addresses
    return emails.count == 1
  }

  func complete(_ record: inout EntityRecord) {
    if record.email == nil { record.email = emails.first }
    record.aliases += nicknames + emails.filter { $0 != record.email }
    let parts = [given, middle, family].compactMap(\.self)
    if record.name == nil, !parts.isEmpty { record.name = parts.joined(separator: " ") }
    if record.name == nil, record.handle == nil { record.name = organization }
    guard record.detail == nil else { return }
    let detail = [jobTitle, organization].compactMap(\.self)
    if !detail.isEmpty, organization != record.name { record.detail = detail.joined(separator: ", ") }
  }
}

extension EntityRecord {
  /// Sets a field from text; returns false if the field already has a value, or cannot be set from this text. An avatar
  /// must be a URL: a picture embedded in the file is ignored.
  fileprivate mutating func setMissing(_ field: EntityField, text: String) -> Bool {
    switch field {
    case .name where name == nil: name = text
    case .handle where handle == nil: handle = text
    case .url where url == nil: url = text
    case .avatar where avatar == nil && text.hasPrefix("http"): avatar = text
    default: return false
    }
    return true
  }
}

/// A column of a people table, determined by its header.
enum TableColumn: Hashable {
  /// A field, named as in our own format.
  case field(EntityField)
  /// A field, named by a word that other programs use.
  case usual(EntityField)
  case givenName, middleName, familyName
  case jobTitle, organization
  /// One of several addresses; the first becomes the e-mail address, the others become aliases.
  case email
  case ignored

  /// Whether the column contributes to a person's name.
  fileprivate var isName: Bool {
    switch self {
    case .field(.name), .usual(.name), .givenName, .familyName, .organization: true
    default: false
    }
  }

  /// - Parameter header: the text of the header cell in UTF-8. Case and all characters except letters and digits are
  ///   ignored.
  init(header: [UInt8]) {
    if let field = EntityField(header: header) {
      self = .field(field)
      return
    }
    let letters = header.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }.filter {
      $0 >= 0x80 || $0.isLetter || $0.isDigit
    }
    let word = String(decoding: letters, as: UTF8.self)
    self = Self.words[word] ?? (Self.isEmail(word) ? .email : .ignored)
  }

  /// The column names of Google, Outlook, Thunderbird, Apple and GitHub, without spaces and punctuation.
  private static let words: [String: TableColumn] = [
    "fullname": .usual(.name), "displayname": .usual(.name), "githubcomname": .usual(.name),
    "firstname": .givenName, "givenname": .givenName, "first": .givenName,
    "middlename": .middleName, "additionalname": .middleName,
    "lastname": .familyName, "familyname": .familyName, "surname": .familyName, "last": .familyName,
    "login": .usual(.handle), "username": .usual(.handle), "githubusername": .usual(.handle),
    "githublogin": .usual(.handle), "githubcomlogin": .usual(.handle),
    "mail": .email,
    "nickname": .usual(.aliases), "nicknames": .usual(.aliases),
    "company": .organization, "organization": .organization, "organisation": .organization,
    "organizationname": .organization, "organization1name": .organization,
    "jobtitle": .jobTitle, "organizationtitle": .jobTitle, "organization1title": .jobTitle,
    "webpage": .usual(.url), "webpage1": .usual(.url), "website": .usual(.url), "website1value": .usual(.url),
    "personalwebpage": .usual(.url), "homepage": .usual(.url),
    "photo": .usual(.avatar),
  ]

  /// Whether the header denotes an e-mail address: `E-mail Address`, `E-mail 2 Address`, `E-mail 1 - Value`, `Primary
  /// Email`, `Email (work)`.
  private static func isEmail(_ word: String) -> Bool {
    var rest = word[...]
    for kind in emailKinds where rest.hasPrefix(kind) {
      rest = rest.dropFirst(kind.count)
      break
    }
    guard rest.hasPrefix("email") else { return false }
    rest = rest.dropFirst(5).drop(while: \.isNumber)
    return rest.isEmpty || ["address", "value"].contains(rest) || emailKinds.contains(String(rest))
  }

  private static let emailKinds = ["primary", "secondary", "home", "work", "business", "personal", "other"]
}
