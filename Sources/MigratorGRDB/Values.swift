#if GRDB
  import GRDB
  import MigratorEngine

  extension ValueChanges {
    /// The same with one more value that differs.
    func adding(_ difference: ValueDifference, _ sample: Sample) -> ValueChanges {
      let isLost = difference != .filled && difference != .converted
      return ValueChanges(
        replaced: replaced + (isLost && difference != .nulled ? 1 : 0),
        cut: cut + (difference == .cut ? 1 : 0),
        rounded: rounded + (difference == .rounded ? 1 : 0),
        retyped: retyped + (difference == .retyped ? 1 : 0),
        nulled: nulled + (difference == .nulled ? 1 : 0),
        converted: converted + (difference == .converted ? 1 : 0), moved: moved,
        samples: isLost && samples.count < Self.sampleLimit ? samples + [sample] : samples)
    }
  }

  extension ValueExcerpt {
    /// The beginning of a value.
    init(cutting value: MigratorEngine.DatabaseValue) {
      switch value.storage {
      case .string(let text) where text.utf8.count > Self.limit:
        var piece = text.prefix(Self.limit)
        while piece.utf8.count > Self.limit { piece = piece.dropLast() }
        self.init(
          MigratorEngine.DatabaseValue(storage: .string(String(piece))),
          wholeLength: text.utf8.count)
      case .blob(let bytes) where bytes.count > Self.limit:
        self.init(
          MigratorEngine.DatabaseValue(storage: .blob(Array(bytes.prefix(Self.limit)))),
          wholeLength: bytes.count)
      default: self.init(value)
      }
    }
  }

  extension MigratorEngine.DatabaseValue {
    /// A value as GRDB has it.
    init(_ value: GRDB.DatabaseValue) {
      switch value.storage {
      case .null: self.init(storage: .null)
      case .int64(let number): self.init(storage: .int64(number))
      case .double(let number): self.init(storage: .double(number))
      case .string(let text): self.init(storage: .string(text))
      case .blob(let data): self.init(storage: .blob(Array(data)))
      }
    }
  }
#endif
