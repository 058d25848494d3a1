internal import MigratorPlatform

extension Remedy {
  /// The remedy in sentences, with the commands of this program.
  public var sentence: String { sentence(of: ProgramName.text) }

  private func sentence(of program: String) -> String {
    switch self {
    case .checkPath: "Check the path; nothing was created."
    case .renameFile: "Check the path, or give the file a name, or a link to it, in UTF-8."
    case .nameFileInFolder: "Give the path of the file in it."
    case .nameDatabase: "Give the path of a database file."
    case .fixLink: "Mend the link, or give the path of the file itself."
    case .becomeReader:
      "Run as a user who may read the file and enter its folders, or change their permissions."
    case .becomeWriter:
      "Run as a user who may write the file and its folder, or change their permissions; looking and "
        + "dry runs work as it is."
    case .becomeFolderWriter:
      "Run as a user who may write the folder, or copy the database elsewhere."
    case .tryOnCopy(let database):
      "Try the migrations on a copy with `\(program) dry-run \(database.shellWord)`, or remove that line."
    case .leaveReadOnlyOut(let database):
      "To change it, open it without --read-only: `\(program) \(database.shellWord)`."
    case .readWithWAL:
      "Run as a user who may write the folder, or copy both files together into a folder of your own "
        + "and open the copy; without the -wal file you would see older data."
    case .undoUnfinished:
      "Open it once with a program that may write it, which undoes the transaction (`sqlite3 FILE "
        + ".schema` will do, and so does `\(program) step --yes` before it steps), or copy both "
        + "files and open the copy for writing. Do not delete the journal: it keeps the file whole."
    case .decrypt:
      "Check the path; encrypted databases are read by a \(program) that is built with SQLCipher "
        + "(`make install TRAITS=SQLCipher`)."
    case .giveKey:
      "Check the path; of an encrypted database, name a file with its key: --key-file FILE."
    case .checkKey: "Check the path and the key."
    case .checkKeyFile: "Name a file that has the key in its only line, and that you may read."
    case .omitKey: "Leave the key out."
    case .buildWithCipher:
      "Build it with SQLCipher (`make install TRAITS=SQLCipher`), or leave the key out."
    case .rescue:
      "Bring a backup back (u, or \(program) restore; a file that cannot be opened at all, by copying the "
        + "backup over it while nothing has it open and no -wal or -journal stands beside it), or save "
        + "what can be read with `sqlite3 FILE .recover`, on a copy."
    case .waitForOthers: "Wait until the other program is done, or end it, and try again."
    case .checkDisk: "Check the disk, its connection and its free space, and try again."
    case .checkCommitOutcome:
      "Check the disk and its connection; then look at what the database holds before you do anything else."
    case .lookAtFile(let path):
      "Look at the file that is there now with `\(program) status \(path.shellWord)`, then try again."
    case .putFileBack(let path):
      "Put the database or a backup of it at \(path), then try again."
    case .findFile(let folder, let inode):
      "Find that file with `find \(folder.shellWord) -xdev -inum \(inode)`; if it was deleted, use a backup."
    case .closeFiles:
      "End programs that have many files open, or raise the limit (ulimit -n), and try again."
    case .freeDisk: "Free some space on the disk of the database, and try again."
    case .askItsProgram: "Check the file with the program that wrote it."
    case .checkFolder:
      "Check that the folder exists, is writable and has space, that no such file is there, and that the "
        + "program may open more files (ulimit -n)."
    case .freeSpace(let folder):
      "Free some space in \(folder). Copies go where TMPDIR says, and backups where --backup-dir does."
    case .lookWithShell: "Look at the database with the sqlite3 shell."
    case .report: "Please report this."

    case .giveOwnNames: "Give each migration a name of its own."
    case .unregister(let merged):
      "Register \"\(merged)\" no more, or take it out of what is merged."
    case .chooseRegistered: "Choose one of the registered migrations."
    case .chooseLater: "Migrations only run forward: choose a later target."
    case .fixFiles: "No migration was run: see to that first."
    case .nameFormat: "Add one of these to the command."
    case .nameMigrations: "Name their folder with --migrations."
    case .nameFoundMigrations(let options):
      "Read the files first. To use them, add to the command: \(options)"
    case .takeItsMigrations: "Take the migrations of the version that applied it."
    case .ofTool(let words): words

    case .startAfterAccess: "Start it after the access has ended."
    case .endTransaction: "Commit or roll back that transaction first."
    case .lookAgain: "Look at the list again: another program may have migrated the database."
    case .repeatDryRun: "Look again, repeat the dry run, then step."
    case .agree: "Agree to each, or change the migration."
    case .agreeAgain: "Look at the new dry run, agree to what it loses, and step again."
    case .stopWriters:
      "Stop the programs that write, or set journal_mode to WAL, and step again."
    case .showThenStep: "See what it does with `\(program) dry-run`, then add --yes."
    case .rescueFirst:
      "Do not migrate it: bring a backup back (u, or \(program) restore), or rescue it with sqlite3's "
        + ".recover first."
    case .chooseRepair(let database):
      "`\(program) repair \(database.shellWord)` lists those that do."

    case .addCommit: "Add the COMMIT that is missing."
    case .dropTrigger(let ledger):
      "Look for a trigger on \(ledger), or a view of that name, and drop it."
    case .dropTriggers(let names):
      names.isEmpty
        ? "Remove the foreign key that refers to the ledger, then repair."
        : "Run this in the sqlite3 shell, then repair: "
          + names.map { "DROP TRIGGER \($0.quotedDatabaseIdentifier);" }.joined(separator: " ")
    case .fixLedger(let ledger):
      "Look at \(ledger) with the sqlite3 shell, and take away what its tool does not make: a row, a "
        + "constraint, a column, a trigger, or a view of that name."
    case .leaveLedger:
      "What is recorded decides what runs: take the statement out, and change records with \(program) "
        + "repair."
    case .letAppRun:
      "Let the app run it, or load the extension that has it with --load-extension FILE."
    case .loadFeature(let name, let kind):
      "\(name) is a \(kind) of the app or of an extension: let the app run the migration, or load "
        + "what has it with --load-extension FILE."
    case .loadExtension(let name, let kind):
      "\(name) is a \(kind) of the app or of an extension: load what has it with --load-extension FILE."
    case .useNewerSQLite(let name?, let since?):
      "\(name) is built into SQLite from \(since) on, and this program has "
        + "\(SQLiteLibrary.version): let the app run the migration, or use a \(program) that is built "
        + "with a newer SQLite."
    case .useNewerSQLite:
      "Let the app run it, or use a \(program) that is built with a newer SQLite than "
        + "\(SQLiteLibrary.version)."
    case .markApplied:
      "If the database had it before, the migration may have been run and not recorded: the repairs "
        + "of the ledger (R, or \(program) repair) can mark it as applied. If an earlier run of it made it and "
        + "failed half way, bring back the backup of that run instead."
    case .fixOldRows(let count, let file):
      (count == 1 ? "It was" : "They were")
        + " there before: mend the old rows (screen 3, or \(program) violations --mend, shows how), or let "
        + "the statements be checked as they run and the old rows be left alone: "
        + (file.map {
          "add the line `-- migtui: foreign-keys immediate` at the head of \($0), or --foreign-keys "
            + "immediate to the command"
        } ?? "register it with foreignKeyChecks: .immediate")
        + ". A DROP TABLE then acts as foreign keys say, and may delete rows by cascade."
    case .makeParentKey(let table, let columns):
      "Let the migration make a PRIMARY KEY or UNIQUE index of \(table) (\(columns.joined(separator: ", "))), "
        + "to which the foreign key refers: until there is one, SQLite can check none of its rows."
    case .fixNewRows(let place):
      (place.map { "The statement at \($0) made the first: mend" } ?? "Mend")
        + " the migration, so that each reference finds its row when it ends, and try it again (D, or "
        + "\(program) dry-run --all)."
    case .fixMigration(let place):
      "Mend \(place ?? "the migration") and try it again (D, or \(program) dry-run --all)."
    case .leaveTransaction(let file):
      (file.map { "Add the line `-- migtui: no-transaction` at the head of \($0)" }
        ?? "Register it to run outside a transaction")
        + ": it then runs by itself, and a failure in the middle stays."
    case .stepAgain: "Begin again when it suits."
    case .traceCopy:
      "Trace it on a copy (x, or \(program) dry-run --trace), then step it as a whole."
    case .dryRunUntraced:
      "Dry-run it (d, or \(program) dry-run): what it changed is compared when it is done."
    case .copyInFull: "Leave --copy out, or say --copy full."
    case .blockWriters:
      "Repeat it when fewer programs write, or add --copy overlay: it needs no copy, but blocks writers until "
        + "the dry run ends."
    case .bringBack(let isOfMigration):
      "Where a backup was made before it, bring it back (u, or \(program) restore)"
        + (isOfMigration
          ? ", mend the migration, and step again"
          : " and step again once nothing is in its way")
        + "; otherwise finish by hand what it left."

    case .agreeWith(let phrases, let digests, let areLossesKnown):
      "To agree, add \(Self.options(agreeing: phrases)), or, for "
        + (digests.count == 1 ? "this text" : "these texts")
        + (areLossesKnown ? " with these losses alone" : " alone, whatever is lost")
        + ", \(Self.options(agreeing: digests))."

    case .chooseOne(let names): "Choose one of \(names.joined(separator: ", "))."
    case .nameOtherFolder: "Name another folder with --into, or remove the old demonstration."
    case .nameWritable: "Name a folder you may write, and a name that is not taken."
    case .nameMigrationsOrOther:
      "Name their folder with --migrations, or another database with --against."
    case .compareWithOther: "Compare it with a database that is known to be right: --against FILE."
    case .runItsCommand: "Run its command for that in the project."

    case .sameJournal:
      "Let all programs close the database, set PRAGMA journal_mode = DELETE, and restore it then."
    case .writeOpposite:
      "Steps keep one unless they are told not to. Write the opposite as a new migration, or "
        + "name a copy of your own: \(program) restore DB FILE."
    case .nameBackup: "Name another file: `\(program) restore DB --list` shows the backups."
    case .copyBackup(let newest):
      "Check the path, and the key of an encrypted database. Where the file was overwritten, bring a backup back "
        + "by hand: see that nothing has it open, move it and its -wal or -journal away, and copy the "
        + "backup to its place. The newest is \(newest); `\(program) restore DB --list` shows all."
    case .showThenRestore: "To do it, add --yes."
    case .agreeToUndo(let phrase): "To agree, add --agree \"\(phrase)\" (with --yes)."
    case .prepareAgain: "Look at what it would undo now, and restore then."
    }
  }
}

extension Remedy {
  /// The command-line options that accept losses.
  package static func options(agreeing words: [String]) -> String {
    words.map { "--agree \($0.quotedShellWord)" }.joined(separator: " ")
  }
}

extension Remedy: CustomStringConvertible {
  /// The remedy in sentences.
  public var description: String { sentence }
}
