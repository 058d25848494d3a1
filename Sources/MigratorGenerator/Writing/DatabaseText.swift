struct DatabaseText {
  /// The first line of each generated file; only files that begin with it are overwritten.
  static let mark = "// Made by `migtui generate`; what is changed here is lost."

  private let model: DatabaseModel
  private let access: String

  /// Returns the contents, including the final newline.
  static func text(of model: DatabaseModel) -> String {
    let writer = DatabaseText(model)
    var text = SwiftWriter()
    writer.write(to: &text)
    return text.text
  }

  private init(_ model: DatabaseModel) {
    self.model = model
    access = model.settings.access == .internal ? "" : "\(model.settings.access.rawValue) "
  }

  private func write(to text: inout SwiftWriter) {
    text.add(Self.mark)
    text.addSpace()
    writeImports(to: &text)
    writeDatabase(to: &text)
    if !model.settings.embedRecordTypesInDatabaseType {
      for record in model.records {
        text.addSpace()
        RecordWriter(record: record, access: access).write(to: &text)
      }
    }
    for conversion in model.conversions {
      text.addSpace()
      write(conversion, to: &text)
    }
  }

  private func writeImports(to text: inout SwiftWriter) {
    let word = model.settings.access == .internal ? "import" : "\(access)import"
    for module in Set(["MigratorRecords"] + model.settings.imports).sorted() {
      text.add("\(word) \(module)")
    }
    text.addSpace()
    let types = model.records.flatMap { $0.properties.map(\.type) }
    guard types.contains(where: \.isOfFoundation) else { return }
    // On Linux, all of Foundation includes language tables that most programs do not use.
    text.addRaw([
      "#if canImport(FoundationEssentials)", "  \(word) FoundationEssentials", "#else",
      "  \(word) Foundation", "#endif",
    ])
    text.addSpace()
  }

  private func writeDatabase(to text: inout SwiftWriter) {
    text.document(Self.summary(of: model.files.map { SwiftLiteral.code($0.name) }))
    text.block("\(access)struct \(model.typeName): SQLDatabase") { text in
      text.document("The common prefix of the file names.")
      text.add("\(access)static let name = \(SwiftLiteral.quoted(model.stem))")
      text.document("The version of the schema.")
      text.add("\(access)static let userVersion = \(model.userVersion)")
      text.document("The files, in the order in which they run.")
      writeScripts(to: &text)
      text.addSpace()
      text.document("The connection to the database.")
      text.add("\(access)let connection: DatabaseQueue")
      text.addSpace()
      text.document("Creates a database from a connection, without checking it.")
      text.block("\(access)init(_ connection: DatabaseQueue)") {
        $0.add("self.connection = connection")
      }
      guard model.settings.embedRecordTypesInDatabaseType else { return }
      for record in model.records {
        text.addSpace()
        RecordWriter(record: record, access: access).write(to: &text)
      }
    }
  }

  private func writeScripts(to text: inout SwiftWriter) {
    text.add("\(access)static let scripts = [")
    text.indented { text in
      for file in model.files {
        let name = SwiftLiteral.quoted(file.name)
        let version = file.version.map { ", version: \($0)" } ?? ""
        let literal = SwiftLiteral.lines(of: file.text, indent: text.margin + 4)
        text.add("DatabaseScript(")
        text.add("  \(name)\(version),")
        text.add("  text: \(literal.opening)")
        let end = model.files.count == 1 ? ")" : "),"
        text.addRaw(literal.lines.dropLast() + [(literal.lines.last ?? "") + end])
      }
    }
    text.add("]")
  }

  private func write(_ conversion: ConversionModel, to text: inout SwiftWriter) {
    text.block("extension \(conversion.record)") { text in
      text.document("Creates a record from one of an older database.")
      let parameters = conversion.arguments.filter { $0.value == nil }.map {
        RecordWriter.parameter($0.property)
      }
      text.function("\(access)init", ["_ old: \(conversion.old)"] + parameters, "") { text in
        text.call(
          "self.init",
          conversion.arguments.map { argument in
            let name = argument.property.name
            return SwiftWriter.Argument(
              "\(SwiftNames.label(name)): \(argument.value ?? SwiftNames.escaped(name))")
          })
      }
    }
  }

  private static func summary(of files: [String]) -> String {
    let first = files.first ?? ""
    guard let last = files.last, files.count > 1 else {
      return "The database that \(first) creates."
    }
    let word = files.count == 2 ? "and" : "to"
    return "The database that \(first) \(word) \(last) create."
  }
}
