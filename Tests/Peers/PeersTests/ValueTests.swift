#if GRDB
  import Foundation
  import GRDBDriver
  import MigratorTestSupport
  import OursDriver
  import PeerModel
  import Testing

  /// Compares the conversion of SQLite values to Swift types with GRDB, for all calls.
  struct ValueTests {
    private static let numbers = [
      "NULL", "0", "1", "-1", "12", "127", "128", "-128", "-129", "255", "256", "32767", "32768",
      "-32769", "65535", "65536", "2147483647", "2147483648", "-2147483649", "4294967295",
      "4294967296", "9223372036854775807", "-9223372036854775808", "0.0", "-0.0", "0.5", "-0.5",
      "1.5", "-1.5", "12.0", "127.9", "128.0", "-0.9", "255.5", "0.1", "3.141592653589793", "1e15",
      "1e16", "123456789.125", "9007199254740993.0", "9223372036854774784.0",
      "9223372036854775807.0",
      "-9223372036854775808.0", "-9223372036854777856.0", "1e19", "1e300", "-1e300", "9e999",
      "-9e999", "5e-324", "1700000000", "1700000000.123", "-62135596800", "1e12",
    ]
    private static let texts = [
      "''", "' '", "'12'", "' 12 '", "'12abc'", "'abc'", "'1e3'", "'0x1F'", "'1.5'", "'-5'", "'+5'",
      "'- 5'", "'.5'", "'5.'", "'1_000'", "'9223372036854775807'", "'9223372036854775808'",
      "'-9223372036854775809'", "'1e400'", "'nan'", "'inf'", "'true'", "'1'", "'0'", "'red'",
      "'RED'",
      "'é'", "'e' || char(769)", "'128'", "'300'", "'1e2'", "char(9) || '7'", "'７'",
      "CAST(X'61FF62' AS TEXT)", "CAST(X'3132FF' AS TEXT)", "CAST(X'C3' AS TEXT)",
      "CAST(X'EFBFBD' AS TEXT)", "'{\"a\":1}'", "'{\"a\":1,\"b\":\"x\"}'", "'[1,2]'", "'\"x\"'",
      "'{'",
      "'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'", "'e621e1f8-c36c-495a-93fc-0c247a3e6e5f'",
      "'E621E1F8C36C495A93FC0C247A3E6E5F'", "'https://a.b/c?d=e#f'", "'a b'", "'http://[x'",
      "'%zz'",
      "'1234567890.0123456789'", "'0.10'", "'1,5'", "'1e10'", "' 1.5'", "'1.5x'", "'-0'",
      "'99999999999999999999999999999999999999999'",
    ]
    private static let blobs = [
      "X''", "X'00'", "X'3132'", "X'31322E35'", "X'FF'", "X'C3A9'", "X'72656400'", "X'726564'",
      "X'7B2261223A317D'", "X'E621E1F8C36C495A93FC0C247A3E6E5F'", "X'323032342D30312D3032'",
      "X'3100'",
    ]
    private static let dates = [
      "2024-02-29", "2023-02-29", "2024-02-31", "2024-13-01", "2024-00-00", "0000-00-00",
      "0001-01-01",
      "1582-10-04", "1582-10-10", "1582-10-15", "1500-02-29", "1900-02-29", "9999-12-31",
      "12345-01-01",
      "2024-1-2", "2024-01-02 03:04", "2024-01-02 03:04:05", "2024-01-02 03:04:05.6",
      "2024-01-02 03:04:05.67", "2024-01-02 03:04:05.678", "2024-01-02 03:04:05.6789",
      "2024-01-02T03:04:05.678Z", "2024-01-02T03:04Z", "2024-01-02 03:04:05+02:00",
      "2024-01-02 03:04:05-02:30", "2024-01-02 03:04:05.1+02:00", "2024-01-02 03:04:05.12-02:00",
      "2024-01-02 03:04:05.123+14:00", "2024-01-02 03:04:05.123+99:99", "2024-01-02 03:04:05.123+",
      "2024-01-02 03:04:05.123+0", "2024-01-02 03:04:05.123+-05:00", "2024-01-02 03:04:05+0",
      "2024-01-02 03:04:05.", "2024-01-02 03:04:", "2024-01-02 25:61:61", "2024-01-02 24:00:00",
      "2024-01-02 03:04:05 ", " 2024-01-02", "2024-01-02x", "2024-01-02 ", "03:04", "03:04:05",
      "03:04:05.678", "3:04", "03:4", "03:04x", "2024/01/02", "20240102", "2024-01", "now",
      "2460310.5",
    ].map { "'\($0)'" }

    @Test(arguments: ["UTF-8", "UTF-16le"])
    func `each value is converted as in GRDB`(_ encoding: String) throws {
      // The encoding concerns text. A blob as a number is its bytes as text, which is meaningless
      // in UTF-16.
      let values =
        Self.texts + Self.dates
        + (encoding == "UTF-8" ? Self.numbers + Self.blobs : ["NULL", "1.5"])
      let theirs = try GRDBDriver.ValueProbe.results(of: values, encoding: encoding)
      let ours = try OursDriver.ValueProbe.results(of: values, encoding: encoding)
      #expect(theirs.count == ours.count && theirs.count > 30_000)
      compare(ours, theirs)
    }

    @Test func `each argument is stored as in GRDB`() throws {
      var random = SeededGenerator(seed: 7)
      var dates = (0..<2000).map { _ in
        Date(
          timeIntervalSince1970: Double.random(
            in: -70_000_000_000...300_000_000_000, using: &random))
      }
      dates += (0..<2000).map { _ in
        Date(
          timeIntervalSinceReferenceDate: Double(
            Int.random(in: 0...2_000_000_000_000, using: &random)) / 1000)
      }
      dates += [
        0, -0.001, -0.0001, 0.9999, 0.0005, 1.0005, -12_219_292_800, -12_219_292_801,
        253_402_300_799.999,
      ]
      .map { Date(timeIntervalSince1970: $0) }
      dates += [.distantPast, .distantFuture]
      dates += [1e13, 1e15, .infinity, .nan].map { Date(timeIntervalSince1970: $0) }
      let decimals = [
        "0", "-0.1", "1.50", "12345678901234567890.123456789", "1e-20", "1e30", "NaN",
      ]
      .compactMap { Decimal(string: $0) }
      let theirs = try GRDBDriver.ValueProbe.arguments(dates: dates, decimals: decimals)
      let ours = try OursDriver.ValueProbe.arguments(dates: dates, decimals: decimals)
      #expect(theirs.count == ours.count)
      compare(ours, theirs)
    }

    /// The only intentional difference: GRDB truncates text at a NUL.
    private static func losesAfterNUL(_ our: ValueOutcome, _ their: ValueOutcome) -> Bool {
      our.type == "String"
        && our.result.hasPrefix(their.result.trimmingCharacters(in: .whitespaces))
        && our.result.contains(" 0")
    }

    private func compare(_ ours: [ValueOutcome], _ theirs: [ValueOutcome]) {
      let differences = zip(ours, theirs).filter { $0 != $1 && !Self.losesAfterNUL($0, $1) }
      for (our, their) in differences.prefix(60) {
        Issue.record(
          "\(our.value) as \(our.type) by \(our.way): \(our.result), GRDB \(their.result)")
      }
      let count = differences.count
      #expect(count == 0)
    }
  }
#endif
