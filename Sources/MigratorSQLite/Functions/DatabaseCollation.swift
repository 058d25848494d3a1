#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A collation written in Swift.
///
/// ```swift
/// let natural = DatabaseCollation("natural") { $0.localizedStandardCompare($1) }
/// configuration.prepareDatabase { db in db.add(collation: natural) }
/// ```
///
/// All programs that write an indexed column must order text identically. Therefore never change a
/// collation that a database uses.
/// - Source: <https://www.sqlite.org/c3ref/create_collation.html>
public final class DatabaseCollation: Identifiable, Sendable {
  /// The identity of a collation: its name (case-insensitive).
  public struct ID: Hashable, Sendable {
    let name: SQLName
  }

  /// The name.
  public let name: String
  private let order: @Sendable (String, String) -> ComparisonResult

  /// The identity of the collation within a connection.
  public var id: ID { ID(name: SQLName(name)) }

  /// Creates a collation.
  ///
  /// - Parameters:
  ///   - name: The name (case-insensitive).
  ///   - function: Compares two strings. The order must be total and must never change.
  public init(
    _ name: String, function: @escaping @Sendable (String, String) -> ComparisonResult
  ) {
    self.name = name
    order = function
  }

  func compare(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int32 {
    Int32(
      order(String(decoding: first, as: UTF8.self), String(decoding: second, as: UTF8.self))
        .rawValue)
  }
}
