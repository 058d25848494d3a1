internal import CMigratorPlatform
internal import SystemPackage

/// An unnamed file, which disappears when the process ends in any way.
package final class UnlinkedFile: Sendable {
  private let file: FileDescriptor

  var descriptor: Int32 { file.rawValue }

  /// Creates a file on the same disk as a folder.
  package init(in folder: String) throws(SystemFailure) {
    let descriptor = platform_unlinked_file(folder)
    guard descriptor >= 0 else { throw .last }
    file = FileDescriptor(rawValue: descriptor)
  }

  deinit { try? file.close() }

  /// Reads bytes at an offset; bytes beyond the end of the file are zero.
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

  /// Reads the whole file.
  package func contents() throws(SystemFailure) -> [UInt8] {
    let size = try SystemFailure.wrap { try file.seek(offset: 0, from: .end) }
    var failure: SystemFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      let target = UnsafeMutableRawBufferPointer(
        start: buffer.baseAddress, count: Int(size))
      do throws(SystemFailure) {
        try read(into: target, at: 0)
        count = Int(size)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  package func write(_ buffer: UnsafeRawBufferPointer, at offset: Int64) throws(SystemFailure) {
    try SystemFailure.wrap {
      _ = try file.writeAll(toAbsoluteOffset: offset, buffer)
    }
  }
}
