#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An exported schema of Room, `schemas/<database>/<version>.json`: what of it the ledger repeats.
struct RoomSchema: Sendable, Hashable {
  let version: Int64
  let identityHash: String

  private struct File: Decodable {
    struct Database: Decodable {
      let version: Int64
      let identityHash: String
    }
    let database: Database
  }

  /// Reads a file; `nil` when it is no such JSON.
  init?(_ bytes: [UInt8]) {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)) else { return nil }
    version = file.database.version
    identityHash = file.database.identityHash
  }
}
