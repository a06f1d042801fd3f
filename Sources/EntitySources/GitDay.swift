/// The day of a commit in the Gregorian calendar, by universal time.
struct GitDay: Hashable, CustomStringConvertible {
  let year: Int
  let month: Int
  let day: Int

  /// - Parameter seconds: since 1970; before that, its first day.
  init(_ seconds: Int) {
    // Years that begin in March end with the leap day. An era has 400 of them: 146,097 days.
    let days = max(0, seconds) / 86_400 + 719_468
    let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = era * 400 + yearOfEra + (month < 3 ? 1 : 0)
  }

  /// `2024-02-29`
  var description: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

  /// Whole months to a later day.
  func months(until later: GitDay) -> Int {
    max(0, (later.year - year) * 12 + later.month - month - (later.day < day ? 1 : 0))
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
