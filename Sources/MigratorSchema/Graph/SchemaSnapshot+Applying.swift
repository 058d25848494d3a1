extension SchemaSnapshot {
  /// Returns the schema after applying differences.
  ///
  /// Removed objects may already be missing, so that a migration's changes can be applied to a
  /// schema that other programs have changed.
  ///
  /// - Parameter diff: The differences.
  /// - Returns: The resulting schema.
  /// - Complexity: O(*n* log *n*) for *n* objects.
  public func applying(_ diff: SchemaDiff) -> SchemaSnapshot {
    var gone: Set<SchemaObject.Identity> = []
    var new: [SchemaObject] = []
    for change in diff.changes {
      switch change {
      case .added(let object): new.append(object)
      case .removed(let object): gone.insert(object.identity)
      case .changed(let before, let after, _):
        gone.insert(before.identity)
        new.append(after)
      }
    }
    gone.formUnion(new.map(\.identity))
    return SchemaSnapshot(objects: objects.filter { !gone.contains($0.identity) } + new)
  }
}
