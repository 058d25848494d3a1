#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An order of texts that SQL can use, written in Swift.
///
/// ```swift
/// let natural = DatabaseCollation("natural") { $0.localizedStandardCompare($1) }
/// configuration.prepareDatabase { db in db.add(collation: natural) }
/// ```
///
/// Every program that writes an indexed column must order texts the same, so a collation that a
/// database uses must never change.
/// - Source: <https://www.sqlite.org/c3ref/create_collation.html>
public final class DatabaseCollation: Identifiable, Sendable {
  /// What tells a collation from others: its name, whose upper and lower case are the same.
  public struct ID: Hashable, Sendable {
    let name: SQLName
  }

  /// The name.
  public let name: String
  private let order: @Sendable (String, String) -> ComparisonResult

  /// What tells the collation from others of one connection.
  public var id: ID { ID(name: SQLName(name)) }

  /// Creates a collation.
  ///
  /// - Parameters:
  ///   - name: The name; upper and lower case are the same.
  ///   - function: Compares two texts. The order must be total, and the same for ever.
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
