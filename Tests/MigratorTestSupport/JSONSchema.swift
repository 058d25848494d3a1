import Foundation

/// The published JSON Schema of the program's output, and a validator for the keywords that it uses.
///
/// It is as strict as a complete validator, and it reports keywords that it does not know. Members
/// that the schema does not describe are differences as well.
public struct JSONSchema: Sendable {
  private nonisolated(unsafe) let root: [String: Any]

  private static let keywords: Set = [
    "$ref", "additionalProperties", "const", "description", "enum", "items", "properties",
    "required",
    "title", "type",
  ]

  /// The schema of `migtui`.
  public static let shared = JSONSchema(
    at: URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/MigratorCommands/MigratorCommands.docc/migtui.schema.json"))

  private init(at file: URL) {
    let value = try? JSONSerialization.jsonObject(with: Data(contentsOf: file))
    root = value as? [String: Any] ?? [:]
  }

  /// Parses a schema; its definitions are in `$defs`.
  public init(text: String) throws {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    root = value as? [String: Any] ?? [:]
  }

  /// The definitions by name.
  public var definitions: [String: Any] { root["$defs"] as? [String: Any] ?? [:] }

  /// Returns the differences between an output and the definition that its `command` selects.
  public func flaws(ofOutput text: String) -> [String] {
    guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
      let object = value as? [String: Any]
    else { return ["the output is not a JSON object"] }
    let isError = object["error"] is [String: Any] && object.count <= 4
    let command = object["command"] as? String
    return flaws(of: value, as: isError ? "error" : command ?? "error")
  }

  /// Returns the differences between a value and a definition.
  public func flaws(of value: Any, as name: String) -> [String] {
    guard let schema = definitions[name] as? [String: Any] else { return ["no schema for \(name)"] }
    return flaws(of: value, in: schema, at: name)
  }

  private func flaws(of value: Any, in schema: [String: Any], at place: String) -> [String] {
    let unknown = schema.keys.filter { !Self.keywords.contains($0) }.sorted()
    if !unknown.isEmpty { return ["\(place): the keywords \(unknown) are not checked"] }
    if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
      guard let other = definitions[String(name)] as? [String: Any] else {
        return ["\(place): no definition \(name)"]
      }
      return flaws(of: value, in: other, at: place)
    }
    if let constant = schema["const"], "\(value)" != "\(constant)" {
      return ["\(place): \(value) is not \(constant)"]
    }
    if let allowed = schema["enum"] as? [Any],
      !allowed.contains(where: { ($0 as? NSObject)?.isEqual(value) == true })
    {
      return ["\(place): \(value) is not one of \(allowed)"]
    }
    if let type = schema["type"] {
      let allowed = type as? [String] ?? [type as? String ?? ""]
      let own = Self.type(of: value)
      let isAllowed = allowed.contains(own) || (own == "integer" && allowed.contains("number"))
      if !isAllowed { return ["\(place): \(own) is not \(allowed)"] }
    }
    if let list = value as? [Any] {
      guard let items = schema["items"] as? [String: Any] else {
        return list.isEmpty ? [] : ["\(place): the elements are not described"]
      }
      return list.enumerated().flatMap { flaws(of: $1, in: items, at: "\(place)[\($0)]") }
    }
    guard let object = value as? [String: Any] else { return [] }
    let required = schema["required"] as? [String] ?? []
    let missing = required.filter { object[$0] == nil }.map { "\(place): \($0) is missing" }
    let known = schema["properties"] as? [String: Any]
    let others = schema["additionalProperties"] as? [String: Any]
    return missing
      + object.sorted { $0.key < $1.key }.flatMap { name, member -> [String] in
        if let own = known?[name] as? [String: Any] ?? others {
          return flaws(of: member, in: own, at: "\(place).\(name)")
        }
        let isClosed = schema["additionalProperties"] as? Bool == false
        return known == nil && !isClosed ? [] : ["\(place): \(name) is not described"]
      }
  }

  private static func type(of value: Any) -> String {
    switch value {
    case is NSNull: return "null"
    case is String: return "string"
    case is [Any]: return "array"
    case is [String: Any]: return "object"
    case let number as NSNumber:
      // Foundation represents a Boolean as a number of a special type.
      if String(cString: number.objCType) == "c" || number === NSNumber(value: true)
        || number === NSNumber(value: false)
      {
        return "boolean"
      }
      return number.doubleValue == number.doubleValue.rounded() ? "integer" : "number"
    default: return "unknown"
    }
  }
}
