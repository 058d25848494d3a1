/// A file system of SQLite that fails on demand, and one that remembers what was synced.
///
/// The library is loaded into a program before all others (`LD_PRELOAD`) and registers itself as SQLite's
/// default file system, in front of the system's own; what the program does to files by itself it does through the
/// library, too. So the very program that people run is tried, and no
/// other test of this process sees it. It is told what to do by variables of the environment:
///
/// | variable | meaning |
/// |---|---|
/// | `FAULT_KIND` | the calls that count: `read`, `write`, `sync`, `truncate`, `delete`, `open`, `lock`, `size`, `access`, `map` of SQLite; `file-open`, `file-read`, `file-write`, `file-sync`, `file-truncate`, `file-lock`, `file-name` (links and renames), `file-remove`, `file-folder` of the program itself |
/// | `FAULT_AT` | which of them fails, from 1; 0 for none |
/// | `FAULT_HOW` | `once`, `always` (that one and all after it), `short` (half is read or written), `full` (no space), `kill` (the program ends there), `lie` (nothing is done, and success told) |
/// | `FAULT_COUNTS` | a file that receives the number of calls of each kind, in the order above, then of those that failed on demand, 8 bytes each |
/// | `FAULT_LOG` | a file that receives every change in order, for ``PowerLoss`` to replay |
/// | `FAULT_UNSYNCED` | when set, syncs are told to have been done, and are not; the one that is to fail fails |
///
/// Source: <https://www.sqlite.org/vfs.html>; the way SQLite itself is tried:
/// <https://www.sqlite.org/testing.html#i_o_error_testing>.
#ifndef FAULTING_FILE_SYSTEM_H
#define FAULTING_FILE_SYSTEM_H

/// Registers the file system, as loading the library does by itself.
///
/// Returns: a code of SQLite.
int faulting_file_system_register(void);

#endif
