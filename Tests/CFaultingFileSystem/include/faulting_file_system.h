/// A VFS for SQLite that injects faults and logs changes and syncs.
///
/// The library is loaded before all others (`LD_PRELOAD`) and registers itself as SQLite's default
/// VFS, on top of the system's VFS. It also interposes the file calls that the program makes
/// itself. So the tests run the released program, and other tests of the process are not affected.
/// Environment variables configure it:
///
/// - `FAULT_KIND`: the calls to count. Through SQLite: `read`, `write`, `sync`, `truncate`,
///   `delete`, `open`, `lock`, `size`, `access`, `map`. By the program itself: `file-open`,
///   `file-read`, `file-write`, `file-sync`, `file-truncate`, `file-lock`, `file-name` (links and
///   renames), `file-remove`, `file-folder`.
/// - `FAULT_AT`: the number of the call that fails, from 1; 0 for none.
/// - `FAULT_HOW`: `once`, `always` (that call and all later ones), `short` (half is read or
///   written), `full` (no space, from that call on), `kill` (the program is killed), `lie` (nothing
///   is done, but success is reported).
/// - `FAULT_COUNTS`: a file that receives the number of calls of each kind, in the order above,
///   then the number of injected failures, 8 bytes each.
/// - `FAULT_LOG`: a file that receives every change in order, for ``PowerLoss`` to replay.
/// - `FAULT_UNSYNCED`: if set, syncs are skipped but reported as done, except for a sync that is
///   planned to fail.
///
/// Sources: <https://www.sqlite.org/vfs.html>; SQLite's own fault tests,
/// <https://www.sqlite.org/testing.html#i_o_error_testing>.
#ifndef FAULTING_FILE_SYSTEM_H
#define FAULTING_FILE_SYSTEM_H

/// Registers the VFS. Loading the library calls this function.
///
/// Returns: an SQLite result code.
int faulting_file_system_register(void);

#endif
