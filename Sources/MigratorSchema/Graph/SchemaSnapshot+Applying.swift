extension SchemaSnapshot {
  /// The schema as differences leave it.
  ///
  /// What the differences take away and is not there is not missed, so that those of a migration can be
  /// applied to a schema that others changed meanwhile.
  ///
  /// - Parameter diff: The differences.
  /// - Returns: The schema after.
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
