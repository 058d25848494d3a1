import Foundation

/// A small file system of blocks of 1 KiB, mounted as long as the value exists.
public final class SmallDisk {
  private let folder: TemporaryFolder
  /// The folder that it is mounted on.
  public var path: String { folder.path("disk") }

  /// Whether one can be mounted here: by root, with a loop device.
  public static let isPossible = (try? SmallDisk(mebibytes: 1)) != nil

  /// A disk that could not be made or mounted.
  public struct Failure: Error {
    /// What the program for it printed.
    public let errors: String
  }

  /// Makes a file system and mounts it.
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

  /// Fills the disk with a file, except for some bytes.
  public func fill(leaving left: Int) throws {
    let name = path + "/fill"
    try? FileManager.default.removeItem(atPath: name)
    // The disk is full when it ends.
    _ = try Program.run(["dd", "if=/dev/zero", "of=\(name)", "bs=1024"])
    let size = try FileManager.default.attributesOfItem(atPath: name)[.size] as? Int ?? 0
    try Self.run("truncate", "-s", "\(size - left)", name)
  }

  /// Removes what ``fill(leaving:)`` made.
  public func empty() throws { try FileManager.default.removeItem(atPath: path + "/fill") }

  private static func run(_ words: String...) throws {
    let path = "PATH=/usr/sbin:/sbin:/usr/bin:/bin"
    let outcome = try Program.run(["env", path] + words)
    guard outcome.status == 0 else { throw Failure(errors: outcome.errors) }
  }
}
