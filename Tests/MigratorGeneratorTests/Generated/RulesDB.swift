// Made by `migtui generate`; what is changed here is lost.

public import MigratorRecords

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The database that `RulesDB-1.sql` and `RulesDB-2-bytes.sql` create.
public struct RulesDB: SQLDatabase {
  /// The common prefix of the file names.
  public static let name = "RulesDB"
  /// The version of the schema.
  public static let userVersion = 2
  /// The files, in the order in which they run.
  public static let scripts = [
    DatabaseScript(
      "RulesDB-1.sql", version: 1,
      text: ##"""
        -- Every rule of names, types and keys, and texts that would like to be code.
        CREATE TABLE everything (
          id INTEGER PRIMARY KEY,
          flag BOOLEAN NOT NULL DEFAULT TRUE,
          small SMALLINT NOT NULL DEFAULT -3,
          big BIGINT,
          ratio DOUBLE PRECISION NOT NULL DEFAULT 1.5,
          price DECIMAL(10, 2),
          name VARCHAR(20) NOT NULL DEFAULT 'it''s "quoted" \(1 + 1) """#',
          picture BLOB,
          token UUID NOT NULL,
          made_at TIMESTAMP NOT NULL,
          untyped,
          odd STRING,
          state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'in progress', 'default', \##
        '')),
          mood TEXT CHECK (mood IN ('good', 'bad')),
          double_ratio REAL GENERATED ALWAYS AS (ratio * 2) VIRTUAL,
          label TEXT NOT NULL GENERATED ALWAYS AS (name || id) STORED
        );
        CREATE TABLE "class" ("init" INTEGER NOT NULL, "self" TEXT, "Type" TEXT, "func" TEXT, \##
        "in out" TEXT, "insert" TEXT, "2fa" INT, "größe" REAL, "a""b`c\" INT, "A_B" INT, "aB" \##
        INT, "" INT, "😀" INT, "id" INT UNIQUE NOT NULL, "var" INT, "databaseValues" INT, \##
        "schema" INT, "hashValue" INT,
          "line
        break */ // /// x" INT DEFAULT 7);
        CREATE TABLE "classes" (x INT);
        CREATE TABLE "CLASS_" (x INT);
        CREATE TABLE string (data DATE, uuid UUID);
        CREATE TABLE "1st" (a INT);
        CREATE TABLE membership (
          club_id INTEGER NOT NULL, player_id INTEGER NOT NULL, since DATE,
          PRIMARY KEY (club_id, player_id)
        ) WITHOUT ROWID;
        CREATE TABLE fee (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          club INTEGER NOT NULL, player INTEGER NOT NULL, cents INT NOT NULL,
          FOREIGN KEY (club, player) REFERENCES membership
        );
        CREATE TABLE match (
          id TEXT PRIMARY KEY,
          home_club_id INTEGER REFERENCES club, guest_club_id INTEGER NOT NULL REFERENCES club \##
        (id)
        );
        CREATE TABLE club (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL UNIQUE COLLATE \##
        NOCASE);
        CREATE TABLE strict_one (code INT PRIMARY KEY, amount ANY, note TEXT NOT NULL) STRICT;
        CREATE TABLE setting (name TEXT NOT NULL, value, UNIQUE (name));
        CREATE TABLE journal (at INTEGER NOT NULL, line TEXT);
        CREATE TABLE tag (name TEXT NOT NULL, UNIQUE (name COLLATE NOCASE));
        CREATE TABLE token (name TEXT NOT NULL COLLATE NOCASE, kind INT NOT NULL, UNIQUE (kind, \##
        name COLLATE BINARY));
        CREATE VIRTUAL TABLE page USING fts5 (title, body);
        CREATE VIEW club_sizes AS
          SELECT club.id, club.name, count(*) AS members
          FROM club JOIN membership ON club_id = club.id GROUP BY club.id;
        CREATE TRIGGER journal_fee AFTER INSERT ON fee BEGIN
          INSERT INTO journal VALUES (new.number, 'fee; "of" ' || new.cents);
        END;

        """##),
    DatabaseScript(
      "RulesDB-2-bytes.sql", version: 2,
      text: ###"""
        -- \###u{202E} bidi, café and café, nul-free \###u{1B}[31m, \###u{FEFF}, \###
        tab\###u{9}here, two ends:  \###u{D}
        -- \#u{41} """# \##(1) ends in spaces   \###u{D}-- lone return\###u{D}
        INSERT INTO setting VALUES ('long', '0123456789 0123456789 0123456789 0123456789 \###
        0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 \###
        0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 \###
        0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 \###
        0123456789 0123456789 ');


        INSERT INTO club (name) VALUES ('no newline at the end')
        """###),
  ]

  /// The connection to the database.
  public let connection: DatabaseQueue

  /// Creates a database from a connection, without checking it.
  public init(_ connection: DatabaseQueue) {
    self.connection = connection
  }

  /// A row of the table `everything`.
  public struct Everything: SQLKeyedTableRecord, Identifiable {
    /// The table and its columns.
    public static let schema = RecordSchema(
      table: "everything",
      columns: [
        "id", "flag", "small", "big", "ratio", "price", "name", "picture", "token", "made_at",
        "untyped", "odd", "state", "mood", "double_ratio", "label",
      ],
      generated: ["double_ratio", "label"],
      key: ["id"])

    /// The values of `state`.
    public enum State: String, CaseIterable, DatabaseValueConvertible, Sendable {
      /// `open`.
      case open
      /// `in progress`.
      case inProgress = "in progress"
      /// `default`.
      case `default`
      /// ``.
      case text = ""
    }

    /// The values of `mood`.
    public enum Mood: String, CaseIterable, DatabaseValueConvertible, Sendable {
      /// `good`.
      case good
      /// `bad`.
      case bad
    }

    /// The key, which identifies a row.
    public typealias Key = Int

    /// `id INTEGER`.
    public var id: Int?
    /// `flag BOOLEAN`.
    public var flag: Bool
    /// `small SMALLINT`.
    public var small: Int
    /// `big BIGINT`.
    public var big: Int?
    /// `ratio DOUBLE PRECISION`.
    public var ratio: Double
    /// `price DECIMAL(10, 2)`.
    public var price: Decimal?
    /// `name VARCHAR(20)`.
    public var name: String
    /// `picture BLOB`.
    public var picture: Data?
    /// `token UUID`.
    public var token: UUID
    /// `made_at TIMESTAMP`.
    public var madeAt: Date
    /// `untyped`.
    public var untyped: DatabaseValue
    /// `odd STRING`.
    public var odd: DatabaseValue
    /// `state TEXT`.
    public var state: State
    /// `mood TEXT`.
    public var mood: Mood?
    /// `double_ratio REAL`, computed by SQLite.
    public private(set) var doubleRatio: Double?
    /// `label TEXT`, computed by SQLite.
    public private(set) var label: String?

    /// Creates a record, which is in no database yet.
    public init(
      id: Int? = nil, flag: Bool = true, small: Int = -3, big: Int? = nil, ratio: Double = 1.5,
      price: Decimal? = nil, name: String = "it's \"quoted\" \\(1 + 1) \"\"\"#",
      picture: Data? = nil, token: UUID, madeAt: Date, untyped: DatabaseValue = .null,
      odd: DatabaseValue = .null, state: State = .open, mood: Mood? = nil
    ) {
      self.id = id
      self.flag = flag
      self.small = small
      self.big = big
      self.ratio = ratio
      self.price = price
      self.name = name
      self.picture = picture
      self.token = token
      self.madeAt = madeAt
      self.untyped = untyped
      self.odd = odd
      self.state = state
      self.mood = mood
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      id = try row.decode(atIndex: 0)
      flag = try row.decode(atIndex: 1)
      small = try row.decode(atIndex: 2)
      big = try row.decode(atIndex: 3)
      ratio = try row.decode(atIndex: 4)
      price = try row.decodeDecimal(atIndex: 5)
      name = try row.decode(atIndex: 6)
      picture = try row.decode(atIndex: 7)
      token = try row.decode(atIndex: 8)
      madeAt = try row.decode(atIndex: 9)
      untyped = try row.decode(atIndex: 10)
      odd = try row.decode(atIndex: 11)
      state = try row.decode(atIndex: 12)
      mood = try row.decode(atIndex: 13)
      doubleRatio = try row.decode(atIndex: 14)
      label = try row.decode(atIndex: 15)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [
        id.databaseValue, flag.databaseValue, small.databaseValue, big.databaseValue,
        ratio.databaseValue, price.databaseValue, name.databaseValue, picture.databaseValue,
        token.uuidString.databaseValue, madeAt.timeIntervalSince1970.databaseValue,
        untyped.databaseValue, odd.databaseValue, state.databaseValue, mood.databaseValue,
      ]
    }
  }

  /// A row of the table `class`.
  public struct Class: SQLKeyedTableRecord, Identifiable {
    /// The table and its columns.
    public static let schema = RecordSchema(
      table: "class",
      columns: [
        "init", "self", "Type", "func", "in out", "insert", "2fa", "größe", "a\"b`c\\", "A_B",
        "aB", "", "😀", "id", "var", "databaseValues", "schema", "hashValue",
        "line\nbreak */ // /// x",
      ],
      key: ["id"])

    /// The key, which identifies a row.
    public typealias Key = Int

    /// `init INTEGER`.
    public var initValue: Int
    /// `self TEXT`.
    public var selfValue: String?
    /// `Type TEXT`.
    public var kind: String?
    /// `func TEXT`.
    public var `func`: String?
    /// `in out TEXT`.
    public var inOut: String?
    /// `insert TEXT`.
    public var insertValue: String?
    /// `2fa INT`.
    public var column2fa: Int?
    /// `größe REAL`.
    public var größe: Double?
    /// `a"b'c\ INT`.
    public var aBC: Int?
    /// `A_B INT`.
    public var aB: Int?
    /// `aB INT`.
    public var aBValue: Int?
    /// `INT`.
    public var column: Int?
    /// `😀 INT`.
    public var columnValue: Int?
    /// `id INT`.
    public var id: Int
    /// `var INT`.
    public var `var`: Int?
    /// `databaseValues INT`.
    public var databaseValuesValue: Int?
    /// `schema INT`.
    public var schema: Int?
    /// `hashValue INT`.
    public var hashValue2: Int?
    /// `line break */ // /// x INT`.
    public var lineBreakX: Int?

    /// Creates a record, which is in no database yet.
    public init(
      initValue: Int, selfValue: String? = nil, kind: String? = nil, func: String? = nil,
      inOut: String? = nil, insertValue: String? = nil, column2fa: Int? = nil,
      größe: Double? = nil, aBC: Int? = nil, aB: Int? = nil, aBValue: Int? = nil,
      column: Int? = nil, columnValue: Int? = nil, id: Int, `var`: Int? = nil,
      databaseValuesValue: Int? = nil, schema: Int? = nil, hashValue2: Int? = nil,
      lineBreakX: Int? = 7
    ) {
      self.initValue = initValue
      self.selfValue = selfValue
      self.kind = kind
      self.func = `func`
      self.inOut = inOut
      self.insertValue = insertValue
      self.column2fa = column2fa
      self.größe = größe
      self.aBC = aBC
      self.aB = aB
      self.aBValue = aBValue
      self.column = column
      self.columnValue = columnValue
      self.id = id
      self.var = `var`
      self.databaseValuesValue = databaseValuesValue
      self.schema = schema
      self.hashValue2 = hashValue2
      self.lineBreakX = lineBreakX
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      initValue = try row.decode(atIndex: 0)
      selfValue = try row.decode(atIndex: 1)
      kind = try row.decode(atIndex: 2)
      `func` = try row.decode(atIndex: 3)
      inOut = try row.decode(atIndex: 4)
      insertValue = try row.decode(atIndex: 5)
      column2fa = try row.decode(atIndex: 6)
      größe = try row.decode(atIndex: 7)
      aBC = try row.decode(atIndex: 8)
      aB = try row.decode(atIndex: 9)
      aBValue = try row.decode(atIndex: 10)
      column = try row.decode(atIndex: 11)
      columnValue = try row.decode(atIndex: 12)
      id = try row.decode(atIndex: 13)
      `var` = try row.decode(atIndex: 14)
      databaseValuesValue = try row.decode(atIndex: 15)
      schema = try row.decode(atIndex: 16)
      hashValue2 = try row.decode(atIndex: 17)
      lineBreakX = try row.decode(atIndex: 18)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [
        initValue.databaseValue, selfValue.databaseValue, kind.databaseValue, `func`.databaseValue,
        inOut.databaseValue, insertValue.databaseValue, column2fa.databaseValue,
        größe.databaseValue, aBC.databaseValue, aB.databaseValue, aBValue.databaseValue,
        column.databaseValue, columnValue.databaseValue, id.databaseValue, `var`.databaseValue,
        databaseValuesValue.databaseValue, schema.databaseValue, hashValue2.databaseValue,
        lineBreakX.databaseValue,
      ]
    }
  }

  /// A row of the table `classes`.
  public struct ClassRecord: SQLTableRecord {
    /// The table and its columns.
    public static let schema = RecordSchema(table: "classes", columns: ["x"])

    /// `x INT`.
    public var x: Int?

    /// Creates a record, which is in no database yet.
    public init(x: Int? = nil) {
      self.x = x
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      x = try row.decode(atIndex: 0)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [x.databaseValue]
    }
  }

  /// A row of the table `CLASS_`.
  public struct Class2: SQLTableRecord {
    /// The table and its columns.
    public static let schema = RecordSchema(table: "CLASS_", columns: ["x"])

    /// `x INT`.
    public var x: Int?

    /// Creates a record, which is in no database yet.
    public init(x: Int? = nil) {
      self.x = x
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      x = try row.decode(atIndex: 0)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [x.databaseValue]
    }
  }

  /// A row of the table `string`.
  public struct StringRecord: SQLTableRecord {
    /// The table and its columns.
    public static let schema = RecordSchema(table: "string", columns: ["data", "uuid"])

    /// `data DATE`.
    public var data: Date?
    /// `uuid UUID`.
    public var uuid: UUID?

    /// Creates a record, which is in no database yet.
    public init(data: Date? = nil, uuid: UUID? = nil) {
      self.data = data
      self.uuid = uuid
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      data = try row.decode(atIndex: 0)
      uuid = try row.decode(atIndex: 1)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [(data?.timeIntervalSince1970).databaseValue, (uuid?.uuidString).databaseValue]
    }
  }

  /// A row of the table `1st`.
  public struct FirstTable: SQLTableRecord {
    /// The table and its columns.
    public static let schema = RecordSchema(table: "1st", columns: ["a"])

    /// `a INT`.
    public var a: Int?

    /// Creates a record, which is in no database yet.
    public init(a: Int? = nil) {
      self.a = a
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      a = try row.decode(atIndex: 0)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [a.databaseValue]
    }
  }

  /// A row of the table `membership`.
  public struct Membership: SQLKeyedTableRecord {
    /// The table and its columns.
    public static let schema = RecordSchema(
      table: "membership", columns: ["club_id", "player_id", "since"],
      key: ["club_id", "player_id"])

    /// The key, which identifies a row.
    public struct Key: Hashable, Sendable {
      /// `club_id INTEGER`.
      public var clubID: Int
      /// `player_id INTEGER`.
      public var playerID: Int

      /// Creates a key.
      public init(clubID: Int, playerID: Int) {
        self.clubID = clubID
        self.playerID = playerID
      }
    }

    /// Returns the stored form of a key.
    public static func databaseValues(of key: Key) -> [DatabaseValue] {
      [key.clubID.databaseValue, key.playerID.databaseValue]
    }

    /// `club_id INTEGER`.
    public var clubID: Int
    /// `player_id INTEGER`.
    public var playerID: Int
    /// `since DATE`.
    public var since: Date?

    /// Creates a record, which is in no database yet.
    public init(clubID: Int, playerID: Int, since: Date? = nil) {
      self.clubID = clubID
      self.playerID = playerID
      self.since = since
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      clubID = try row.decode(atIndex: 0)
      playerID = try row.decode(atIndex: 1)
      since = try row.decode(atIndex: 2)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [clubID.databaseValue, playerID.databaseValue, (since?.timeIntervalSince1970).databaseValue]
    }

    /// Returns the rows of `fee` that refer to this one.
    public func fetchFees(_ db: Database) throws -> [Fee] {
      try Fee.fetchAll(db, where: ["club": clubID.databaseValue, "player": playerID.databaseValue])
    }
  }

  /// A row of the table `fee`.
  public struct Fee: SQLKeyedTableRecord {
    /// The table and its columns.
    public static let schema = RecordSchema(
      table: "fee", columns: ["number", "club", "player", "cents"], key: ["number"])

    /// The key, which identifies a row.
    public typealias Key = Int

    /// `number INTEGER`.
    public var number: Int?
    /// `club INTEGER`.
    public var club: Int
    /// `player INTEGER`.
    public var player: Int
    /// `cents INT`.
    public var cents: Int

    /// Creates a record, which is in no database yet.
    public init(number: Int? = nil, club: Int, player: Int, cents: Int) {
      self.number = number
      self.club = club
      self.player = player
      self.cents = cents
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      number = try row.decode(atIndex: 0)
      club = try row.decode(atIndex: 1)
      player = try row.decode(atIndex: 2)
      cents = try row.decode(atIndex: 3)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [number.databaseValue, club.databaseValue, player.databaseValue, cents.databaseValue]
    }

    /// Returns the rows with a foreign key into `membership`.
    public static func fetchAll(_ db: Database, club: Int, player: Int) throws -> [Fee] {
      try fetchAll(db, where: ["club": club.databaseValue, "player": player.databaseValue])
    }

    /// Returns the row of `membership` that this one refers to.
    public func fetchMembership(_ db: Database) throws -> Membership? {
      try Membership.fetchOne(
        db, where: ["club_id": club.databaseValue, "player_id": player.databaseValue])
    }
  }

  /// A row of the table `match`.
  public struct Match: SQLKeyedTableRecord, Identifiable {
    /// The table and its columns.
    public static let schema = RecordSchema(
      table: "match", columns: ["id", "home_club_id", "guest_club_id"], key: ["id"])

    /// The key, which identifies a row.
    public typealias Key = String

    /// `id TEXT`.
    public var id: String?
    /// `home_club_id INTEGER`.
    public var homeClubID: Int?
    /// `guest_club_id INTEGER`.
    public var guestClubID: Int

    /// Creates a record, which is in no database yet.
    public init(id: String? = nil, homeClubID: Int? = nil, guestClubID: Int) {
      self.id = id
      self.homeClubID = homeClubID
      self.guestClubID = guestClubID
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      id = try row.decode(atIndex: 0)
      homeClubID = try row.decode(atIndex: 1)
      guestClubID = try row.decode(atIndex: 2)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [id.databaseValue, homeClubID.databaseValue, guestClubID.databaseValue]
    }

    /// Returns the rows with a foreign key into `club`.
    public static func fetchAll(_ db: Database, guestClubID: Int) throws -> [Match] {
      try fetchAll(db, where: ["guest_club_id": guestClubID.databaseValue])
    }

    /// Returns the row of `club` that this one refers to.
    public func fetchGuestClub(_ db: Database) throws -> Club? {
      try Club.fetchOne(db, where: ["id": guestClubID.databaseValue])
    }

    /// Returns the rows with a foreign key into `club`.
    public static func fetchAll(_ db: Database, homeClubID: Int) throws -> [Match] {
      try fetchAll(db, where: ["home_club_id": homeClubID.databaseValue])
    }

    /// Returns the row of `club` that this one refers to.
    public func fetchHomeClub(_ db: Database) throws -> Club? {
      try Club.fetchOne(db, where: ["id": homeClubID.databaseValue])
    }
  }

  /// A row of the table `club`.
  public struct Club: SQLKeyedTableRecord, Identifiable {
    /// The table and its columns.
    public static let schema = RecordSchema(table: "club", columns: ["id", "name"], key: ["id"])

    /// The key, which identifies a row.
    public typealias Key = Int

    /// `id INTEGER`.
    public var id: Int?
    /// `name TEXT`.
    public var name: String

    /// Creates a record, which is in no database yet.
    public init(id: Int? = nil, name: String) {
      self.id = id
      self.name = name
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      id = try row.decode(atIndex: 0)
      name = try row.decode(atIndex: 1)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [id.databaseValue, name.databaseValue]
    }

    /// Returns the rows of `match` that refer to this one.
    public func fetchMatchesByGuestClub(_ db: Database) throws -> [Match] {
      try Match.fetchAll(db, where: ["guest_club_id": id.databaseValue])
    }

    /// Returns the rows of `match` that refer to this one.
    public func fetchMatchesByHomeClub(_ db: Database) throws -> [Match] {
      try Match.fetchAll(db, where: ["home_club_id": id.databaseValue])
    }
  }

  /// A row of the table `strict_one`.
  public struct StrictOne: SQLKeyedTableRecord {
    /// The table and its columns.
    public static let schema = RecordSchema(
      table: "strict_one", columns: ["code", "amount", "note"], key: ["code"])

    /// The key, which identifies a row.
    public typealias Key = Int

    /// `code INT`.
    public var code: Int
    /// `amount ANY`.
    public var amount: DatabaseValue
    /// `note TEXT`.
    public var note: ClubNote

    /// Creates a record, which is in no database yet.
    public init(code: Int, amount: DatabaseValue = .null, note: ClubNote) {
      self.code = code
      self.amount = amount
      self.note = note
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      code = try row.decode(atIndex: 0)
      amount = try row.decode(atIndex: 1)
      note = try row.decode(atIndex: 2)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [code.databaseValue, amount.databaseValue, note.databaseValue]
    }
  }

  /// A row of the table `setting`.
  public struct Setting: SQLKeyedTableRecord {
    /// The table and its columns.
    public static let schema = RecordSchema(
      table: "setting", columns: ["name", "value"], key: ["name"])

    /// The key, which identifies a row.
    public typealias Key = String

    /// `name TEXT`.
    public var name: String
    /// `value`.
    public var value: DatabaseValue

    /// Creates a record, which is in no database yet.
    public init(name: String, value: DatabaseValue = .null) {
      self.name = name
      self.value = value
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      name = try row.decode(atIndex: 0)
      value = try row.decode(atIndex: 1)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [name.databaseValue, value.databaseValue]
    }
  }

  /// A row of the table `journal`.
  public struct Journal: SQLTableRecord {
    /// The table and its columns.
    public static let schema = RecordSchema(table: "journal", columns: ["at", "line"])

    /// `at INTEGER`.
    public var at: Date
    /// `line TEXT`.
    public var line: String?

    /// Creates a record, which is in no database yet.
    public init(at: Date, line: String? = nil) {
      self.at = at
      self.line = line
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      at = try row.decode(atIndex: 0)
      line = try row.decode(atIndex: 1)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [at.timeIntervalSince1970.databaseValue, line.databaseValue]
    }
  }

  /// A row of the table `tag`.
  public struct Tag: SQLTableRecord {
    /// The table and its columns.
    public static let schema = RecordSchema(table: "tag", columns: ["name"])

    /// `name TEXT`.
    public var name: String

    /// Creates a record, which is in no database yet.
    public init(name: String) {
      self.name = name
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      name = try row.decode(atIndex: 0)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [name.databaseValue]
    }
  }

  /// A row of the table `token`.
  public struct Token: SQLTableRecord {
    /// The table and its columns.
    public static let schema = RecordSchema(table: "token", columns: ["name", "kind"])

    /// `name TEXT`.
    public var name: String
    /// `kind INT`.
    public var kind: Int

    /// Creates a record, which is in no database yet.
    public init(name: String, kind: Int) {
      self.name = name
      self.kind = kind
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      name = try row.decode(atIndex: 0)
      kind = try row.decode(atIndex: 1)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [name.databaseValue, kind.databaseValue]
    }
  }

  /// A row of the table `page`.
  public struct Page: SQLTableRecord {
    /// The table and its columns.
    public static let schema = RecordSchema(
      table: "page", columns: ["title", "body"], isVirtual: true)

    /// `title`.
    public var title: DatabaseValue
    /// `body`.
    public var body: DatabaseValue

    /// Creates a record, which is in no database yet.
    public init(title: DatabaseValue = .null, body: DatabaseValue = .null) {
      self.title = title
      self.body = body
    }

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      title = try row.decode(atIndex: 0)
      body = try row.decode(atIndex: 1)
    }

    /// The values that are written.
    public var databaseValues: [DatabaseValue] {
      [title.databaseValue, body.databaseValue]
    }
  }

  /// A row of the view `club_sizes`.
  public struct ClubSize: SQLRecord {
    /// The table and its columns.
    public static let schema = RecordSchema(
      table: "club_sizes", columns: ["id", "name", "members"])

    /// `id INTEGER`.
    public var id: Int?
    /// `name TEXT`.
    public var name: String?
    /// `members`.
    public var members: DatabaseValue

    /// Creates the record of a row with the columns of the schema.
    public init(row: Row) throws {
      id = try row.decode(atIndex: 0)
      name = try row.decode(atIndex: 1)
      members = try row.decode(atIndex: 2)
    }
  }
}
