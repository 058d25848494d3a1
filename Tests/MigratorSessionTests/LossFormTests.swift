import MigratorEngine
import MigratorPlatform
import Testing

@testable import MigratorSession

/// Histories and digests outlive versions, so the form of a loss in them must not change.
struct LossFormTests {
  private static let values = Loss.Values(
    ValueChanges(replaced: 25, cut: 20, rounded: 3, nulled: 12))

  /// Each kind of loss as it was first written.
  private static let forms: [(loss: Loss, json: String)] = [
    (
      .rows(table: "player", count: 812, way: .cascade),
      #"{"rows":{"count":812,"table":"player","way":"cascade"}}"#
    ),
    (
      .rows(table: "score", count: 3, way: .tableDropped),
      #"{"rows":{"count":3,"table":"score","way":"tableDropped"}}"#
    ),
    (
      .values(table: "club", column: "motto", lost: values),
      #"{"values":{"column":"motto","lost":{"cut":20,"nulled":12,"overwritten":25,"retyped":0,"#
        + #""rounded":3},"table":"club"}}"#
    ),
    (.table(name: "bare", isEmpty: true), #"{"table":{"isEmpty":true,"name":"bare"}}"#),
    (
      .column(table: "club", name: "city", values: nil),
      #"{"column":{"name":"city","table":"club"}}"#
    ),
    (
      .column(table: "club", name: "mascot", values: 4),
      #"{"column":{"name":"mascot","table":"club","values":4}}"#
    ),
    (
      .unseen(table: "club", reason: .noKey), #"{"unseen":{"reason":"noKey","table":"club"}}"#
    ),
    (
      .object(kind: "unique index", name: "by_name"),
      #"{"object":{"kind":"unique index","name":"by_name"}}"#
    ),
    (
      .uniqueKey(table: "club", words: "UNIQUE (name)"),
      #"{"uniqueKey":{"table":"club","words":"UNIQUE (name)"}}"#
    ),
    (
      .constraint(table: "club", column: nil, words: "STRICT"),
      #"{"constraint":{"table":"club","words":"STRICT"}}"#
    ),
    (
      .broken(kind: "view", name: "v", sentence: "The view v does not work: no such table."),
      #"{"broken":{"kind":"view","name":"v","sentence":"The view v does not work: "#
        + #"no such table."}}"#
    ),
  ]

  private static let stored = """
    {"columns":["club.city","club.mascot"],"objects":["by_name"],"rows":815,\
    "tables":["score","bare"],"told":[\(forms.map(\.json).joined(separator: ","))],\
    "unseen":["club"],"values":37}
    """

  @Test func `losses are read from a history and written back unchanged`() throws {
    let losses = try Encodings.value(Losses.self, fromJSON: Array(Self.stored.utf8))
    #expect(losses.list == Self.forms.map(\.loss))
    #expect(losses.names(of: .table) == ["score", "bare"])
    #expect(String(decoding: try Encodings.json(losses), as: UTF8.self) == Self.stored)
  }

  @Test(arguments: [
    (
      Loss.unseenColumns(table: "club", columns: ["city", "mascot"]), Loss.Certainty.possible,
      #"{"unseenColumns":{"columns":["city","mascot"],"table":"club"}}"#
    ),
    (
      .keys(table: "club", column: "id", count: 3), .counted,
      #"{"keys":{"column":"id","count":3,"table":"club"}}"#
    ),
    (
      .references(table: "fan", column: "club", parent: "club", count: 2), .counted,
      #"{"references":{"column":"club","count":2,"parent":"club","table":"fan"}}"#
    ),
  ])
  func `the stored form of newer kinds of loss has not changed`(
    loss: Loss, certainty: Loss.Certainty, json: String
  ) throws {
    #expect(String(decoding: try Encodings.json(loss), as: UTF8.self) == json)
    let stored = try Encodings.json(Losses([loss]))
    #expect(try Encodings.value(Losses.self, fromJSON: stored).all == [loss])
    #expect(loss.severity == .data && loss.certainty == certainty)
  }

  @Test func `the digest of a given set of losses is the published one`() throws {
    let losses = try Encodings.value(Losses.self, fromJSON: Array(Self.stored.utf8))
    let digest = AgreementDigest(of: "012_all", label: "012", text: nil, losses: losses)
    // The part after it describes the losses, for a difference from other ones.
    #expect(digest.words.hasPrefix("012:5f04fc8e10c3f9dd-"))
  }

  @Test func `only losses of data must be accepted`() {
    let needing = Self.forms.map(\.loss).filter { $0.severity == .data }
    #expect(needing == Self.forms.prefix(7).map(\.loss))
    #expect(
      needing.map(\.certainty) == [
        .counted, .counted, .counted, .counted, .uncounted, .counted, .possible,
      ])
  }
}
