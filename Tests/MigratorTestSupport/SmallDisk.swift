import Foundation

/// A small file system with blocks of 1 KiB, mounted for the lifetime of the value.
public final class SmallDisk {
  private let folder: TemporaryFolder
  /// The mount point.
  public var path: String { folder.path("disk") }

  /// True if a disk can be mounted here, which requires root and a loop device.
  public static let isPossible = (try? SmallDisk(mebibytes: 1)) != nil

  /// The error for a disk that cannot be created or mounted.
  public struct Failure: Error {
    /// The standard error of the failed command.
    public let errors: String
  }

  /// Creates a file system and mounts it.
  ///
  /// - Throws: ``Failure``.
  public init(mebibytes: Int) throws {
    folder = try TemporaryFolder()
    let image = folder.path("image")
    try FileManager.default.createDirectory(
      atPath: folder.path("disk"), withIntermediateDirectories: true)
    try Self.run("truncate", "-s", "\(mebibytes)M", image)
    try Self.run("mkfs.ext4", "-q", "-b", "1024", "-O", "^has_journal", "-m", "0", image)
    try Self.run("mount", "-o", "loop", image, folder.path("disk"))
  }

  deinit { try? Self.run("umount", path) }

  /// Fills the disk with a file, except for `left` bytes.
  public func fill(leaving left: Int) throws {
    let name = path + "/fill"
    try? FileManager.default.removeItem(atPath: name)
    // Writes until the disk is full.
    _ = try Program.run(["dd", "if=/dev/zero", "of=\(name)", "bs=1024"])
    let size = try FileManager.default.attributesOfItem(atPath: name)[.size] as? Int ?? 0
    try Self.run("truncate", "-s", "\(size - left)", name)
  }

  /// Removes the file that ``fill(leaving:)`` created.
  public func empty() throws { try FileManager.default.removeItem(atPath: path + "/fill") }

  private static func run(_ words: String...) throws {
    let path = "PATH=/usr/sbin:/sbin:/usr/bin:/bin"
    let outcome = try Program.run(["env", path] + words)
    guard outcome.status == 0 else { throw Failure(errors: outcome.errors) }
  }
}
