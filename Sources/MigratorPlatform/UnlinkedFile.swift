internal import CMigratorPlatform
internal import SystemPackage

/// A file without a name, which is gone with the process however that ends.
package final class UnlinkedFile: Sendable {
  private let file: FileDescriptor

  /// Makes a file.
  ///
  /// - Parameter folder: A folder on the disk it is to use.
  /// - Throws: ``SystemFailure``.
  package init(in folder: String) throws(SystemFailure) {
    let descriptor = platform_unlinked_file(folder)
    guard descriptor >= 0 else { throw .last }
    file = FileDescriptor(rawValue: descriptor)
  }

  deinit { try? file.close() }

  /// Reads bytes; those beyond the end of the file are zero.
  ///
  /// - Parameters:
  ///   - buffer: Where to put them.
  ///   - offset: Where they begin in the file.
  /// - Throws: ``SystemFailure``.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemFailure) {
    try SystemFailure.wrap {
      var done = 0
      while done < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        let count = try file.read(fromAbsoluteOffset: offset + Int64(done), into: rest)
        guard count > 0 else {
          rest.initializeMemory(as: UInt8.self, repeating: 0)
          return
        }
        done += count
      }
    }
  }

  /// Writes bytes.
  ///
  /// - Parameters:
  ///   - buffer: The bytes.
  ///   - offset: Where they begin in the file.
  /// - Throws: ``SystemFailure``.
  package func write(_ buffer: UnsafeRawBufferPointer, at offset: Int64) throws(SystemFailure) {
    try SystemFailure.wrap {
      _ = try file.writeAll(toAbsoluteOffset: offset, buffer)
    }
  }
}
