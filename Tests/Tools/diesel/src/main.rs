//! Applies the migrations of a folder (`steps run DATABASE FOLDER`), lists the pending ones (`steps
//! pending DATABASE FOLDER`), or prints the version of diesel (`steps version`).

use diesel::prelude::*;
use diesel_migrations::{FileBasedMigrations, MigrationHarness};

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if words[1] == "version" {
        println!("{}", env!("DIESEL_VERSION"));
        return;
    }
    let mut connection = SqliteConnection::establish(&words[2]).expect("the database");
    // The usual program bundles a SQLite that enforces foreign keys.
    diesel::sql_query("PRAGMA foreign_keys = ON").execute(&mut connection).expect("the pragma");
    let source = FileBasedMigrations::from_path(&words[3]).expect("the folder");
    if words[1] == "run" {
        connection.run_pending_migrations(source).expect("the migrations");
    } else {
        for migration in connection.pending_migrations(source).expect("the ledger") {
            println!("{}", migration.name());
        }
    }
}
