import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// A project migrated by Django 5.2.19, in the states that `showmigrations --plan` reported.
struct DjangoTests {
  private static func file(_ body: String) -> String {
    "from django.db import migrations, models\n\n\nclass Migration(migrations.Migration):\n"
      + body.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n") + "\n"
  }

  private static let files = [
    "manage.py": "#!/usr/bin/env python",
    "league/migrations/__init__.py": "",
    "league/migrations/0001_initial.py": file(
      """
      initial = True

      dependencies = []

      operations = [
          migrations.CreateModel("Club", [("id", models.BigAutoField(primary_key=True))]),
      ]
      """),
    "league/migrations/0002_players.py": file(
      """
      dependencies = [
          # the shop comes first
          ('shop', '0001_initial'),
          migrations.swappable_dependency(settings.AUTH_USER_MODEL),
          ("league", "0001_initial"),
      ]

      operations = [
          migrations.CreateModel(
              name='Player',
              fields=[('id', models.BigAutoField(primary_key=True))],
          ),
      ]
      """),
    "league/migrations/0003_score.py": file(
      """
      dependencies = [("league", "0002_players")]
      operations = [migrations.AddField("player", "score", models.IntegerField(default=0))]
      """),
    "league/migrations/0003_shirt.py": file(
      """
      dependencies = [("league", "0002_players")]
      operations = [migrations.AddField("player", "shirt", models.IntegerField(default=0))]
      """),
    "league/migrations/0004_merge_20261121_1840.py": file(
      """
      dependencies = [
          ('league', '0003_score'),
          ('league', '0003_shirt'),
      ]

      operations = [
      ]
      """),
    "shop/migrations/0001_initial.py": file(
      """
      initial = True
      dependencies = [("contenttypes", "__first__")]
      operations = [migrations.CreateModel("Item", [])]
      """),
    "shop/migrations/0002_price.py": file(
      """
      dependencies = [("shop", "0001_initial"), ("league", "__first__")]
      operations = []
      """),
    "stats/migrations/0001_initial.py": file(
      """
      initial = True
      dependencies = [("league", "__latest__")]
      run_before = [("shop", "0002_price")]
      operations = []
      """),
  ]
  private static let squashed = "league/migrations/0001_initial_squashed_0002_players.py"
  /// As written by `squashmigrations league 0001 0002`, without the operations.
  private static let squashedFile = file(
    """

    replaces = [('league', '0001_initial'), ('league', '0002_players')]

    dependencies = [
        ('shop', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    """)

  private static func project(
    _ rows: [String], adding files: [String: String] = [:], without name: String? = nil
  ) throws -> ToolProject {
    let values = rows.enumerated().map { index, row in
      let parts = row.split(separator: ".")
      return "INSERT INTO \"django_migrations\" VALUES(\(index + 1),'\(parts[0])','\(parts[1])',"
        + "'2026-11-21 18:38:49.12909\(index)');"
    }
    return try ToolProject(
      Django(), files: Self.files.filter { $0.key != name }.merging(files) { $1 },
      sql: """
        CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
          "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
        """ + values.joined())
  }

  /// The `[X]` and `[ ]` lines for the project's own apps, as Django prints them.
  private static func plan(_ project: ToolProject) throws -> [String] {
    try project.status().migrations.filter {
      $0.state != .unregistered && $0.state != .skipped
    }.map { "\($0.state == .applied ? "[X]" : "[ ]")  \($0.identifier)" }
  }

  @Test func `the order and states match showmigrations`() throws {
    // After `migrate league 0003_score`.
    let project = try Self.project([
      "contenttypes.0001_initial", "auth.0001_initial", "shop.0001_initial", "league.0001_initial",
      "league.0002_players", "league.0003_score",
    ])
    #expect(
      try Self.plan(project) == [
        "[X]  shop.0001_initial", "[X]  league.0001_initial", "[X]  league.0002_players",
        "[ ]  league.0003_shirt", "[X]  league.0003_score", "[ ]  league.0004_merge_20261121_1840",
        "[ ]  stats.0001_initial", "[ ]  shop.0002_price",
      ])
    let status = try project.status()
    #expect(
      status.migrations.first { $0.identifier == "league.0003_score" }?.appliedAt
        == "2026-11-21 18:38:49.129095")
    #expect(
      status.migrations.first { $0.identifier == "auth.0001_initial" }?.note
        == "The app auth has no migrations in this folder.")
    #expect(
      status.obstacle?.remedy
        == "Run `python manage.py migrate league 0003_shirt` in the project.")
    #expect(throws: MigrationError.self) { try project.step() }
    #expect(
      Django().evidence(in: try project.tree())?.words
        == "8 files `0001_name.py` with `migrations.Migration` in 3 apps")
  }

  @Test func `a squashed migration replaces either all or none of its originals`() throws {
    let add = [Self.squashed: Self.squashedFile]
    let rest = [
      "league.0003_shirt", "league.0003_score", "league.0004_merge_20261121_1840",
      "stats.0001_initial", "shop.0002_price",
    ]
    // New installation: Django lists only the squashed migration, as pending.
    let fresh = try Self.project([], adding: add)
    #expect(
      try Self.plan(fresh)
        == (["shop.0001_initial", "league.0001_initial_squashed_0002_players"] + rest)
        .map { "[ ]  \($0)" })
    #expect(try fresh.states()["league.0002_players"] == .skipped)
    #expect(
      try fresh.status().obstacle?.message.hasPrefix("This migration is written in Python") ?? false
    )
    // Both originals were applied before: the squashed migration counts as applied without a row.
    let old = try Self.project(
      ["shop.0001_initial", "league.0001_initial", "league.0002_players", "league.0003_score"],
      adding: add)
    #expect(try old.states()["league.0001_initial_squashed_0002_players"] == .applied)
    #expect(try old.status().migrations.map(\.identifier).contains("league.0001_initial"))
    // One original is applied: Django continues with the other.
    let partial = try Self.project(["shop.0001_initial", "league.0001_initial"], adding: add)
    #expect(
      try Self.plan(partial) == [
        "[X]  shop.0001_initial", "[X]  league.0001_initial", "[ ]  league.0002_players",
      ] + rest.map { "[ ]  \($0)" })
    // The squashed migration was applied: Django records its originals as well.
    let applied = try Self.project(
      [
        "shop.0001_initial", "league.0001_initial", "league.0002_players", "league.0003_shirt",
        "league.0001_initial_squashed_0002_players",
      ], adding: add)
    #expect(try applied.status().count(of: .applied) == 5)
    // A row for the squashed migration without its originals is ignored.
    let believed = try Self.project(
      ["shop.0001_initial", "league.0001_initial", "league.0001_initial_squashed_0002_players"],
      adding: add)
    #expect(try Self.plan(believed).contains("[ ]  league.0002_players"))
  }

  @Test func `a history that Django refuses is refused with the same reason`() throws {
    // InconsistentMigrationHistory: Migration league.0003_shirt is applied before its dependency
    // league.0002_players
    #expect(
      try Self.project(["shop.0001_initial", "league.0001_initial", "league.0003_shirt"])
        .status().obstacle?.message
        == "Django stops: league.0003_shirt is applied, but its dependency league.0002_players "
        + "is not.")
    // CommandError: Conflicting migrations detected; multiple leaf nodes in the migration graph:
    // (0003_score, 0003_shirt in league).
    let conflict = try Self.project(
      [], without: "league/migrations/0004_merge_20261121_1840.py"
    ).status().obstacle
    #expect(
      conflict?.message
        == "Django stops: league.0003_score and league.0003_shirt conflict, because both are the "
        + "last migration.")
    #expect(conflict?.remedy == "Run `python manage.py makemigrations --merge`.")
  }

  @Test func `a single app is named after its folder or its own label`() throws {
    let project = try Self.project([])
    let tree = try FolderTree(path: project.folder.path("migrations/stats/migrations"))
    #expect(
      try Django().read(tree, table: nil).migrations.map(\.identifier) == ["stats.0001_initial"])
    let labelled = try ToolProject(
      Django(),
      files: [
        "app/migrations/0001_initial.py": Self.file("dependencies = [('auth', '0001_initial')]"),
        "app/migrations/0002_more.py": Self.file("dependencies = [('label', '0001_initial')]"),
        "app/migrations/0003_last.py": Self.file(
          "dependencies = [('label', '0002_more'), ('auth', '0001_initial')]"),
      ])
    // `auth` may be a dependency or the app's label, so only the folder's name is certain.
    #expect(
      try labelled.toolFolder().migrations.map(\.identifier)
        == ["app.0001_initial", "app.0002_more", "app.0003_last"])
    try labelled.folder.write(
      "migrations/app/migrations/0001_initial.py", Self.file("dependencies = []"))
    #expect(
      try labelled.toolFolder().migrations.map(\.identifier)
        == ["label.0001_initial", "label.0002_more", "label.0003_last"])
  }

  @Test(arguments: [
    ("class Other: pass", [SourceProblem.Kind.badDeclaration]),
    (file("dependencies = [('app', '0009_none')]"), [.badDependency]),
    (file("dependencies = [('app', '0003_x')]"), [.badDependency]),
    (file("dependencies = deps() + []"), [.badDeclaration]),
    (
      file("dependencies = [('app', '0002_x')]\nrun_before = [('app', '0001_x')]"), [.badDependency]
    ),
  ])
  func `files that Django cannot load are refused`(
    text: String, kinds: [SourceProblem.Kind]
  ) throws {
    let project = try ToolProject(
      Django(),
      files: [
        "app/migrations/0001_x.py": Self.file("dependencies = []"),
        "app/migrations/0002_x.py": Self.file("dependencies = [('app', '0001_x')]"),
        "app/migrations/0003_x.py": text,
      ])
    let failure = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(failure?.problems.map(\.kind) == kinds)
  }
}
