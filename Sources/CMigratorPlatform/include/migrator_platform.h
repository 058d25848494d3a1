// C functions for the platform layer: cleanup from signal handlers, and calls that differ between
// systems.
#ifndef MIGRATOR_PLATFORM_H
#define MIGRATOR_PLATFORM_H

// Includes no system headers, because Swift would attribute their types to this module.
#include <stddef.h>

// MARK: scratch.c: temporary files

// Registers a file or an empty folder to remove when the process dies. Lock-free and thread-safe.
// Returns an index for platform_scratch_leave, or -1 if all slots are in use.
int platform_scratch_enter(const char *path, int is_folder);

// Unregisters an entry; its owner removes the file.
void platform_scratch_leave(int entry);

// Removes all files registered by this process. Async-signal-safe.
void platform_scratch_remove(void);

// MARK: death.c: end of the process by a signal

// Installs handlers for the signals that end a process. They remove the scratch files and restore
// the terminal, and then end the process with the same signal. Ignored signals, and signals that
// the program handles itself, are left unchanged. For crashes, existing handlers are called before
// the end. Only the first call has an effect.
void platform_death_watch(void);

// Sets the function that restores the terminal at the end. It must be async-signal-safe and must
// not block.
void platform_death_set_rescue(void (*rescue)(void));

// Ends the process with a signal, as if it were not handled. Async-signal-safe.
_Noreturn void platform_die(int number);

// Removes the scratch files, restores the terminal and exits with the status. Async-signal-safe.
_Noreturn void platform_exit(int number);

// Handles a page of a mapped file that the file system cannot provide (SIGBUS with BUS_ADRERR). The
// process writes the message to standard error and exits with the status, after removing the
// scratch files and restoring the terminal. The message must remain valid. Only the first call has
// an effect.
void platform_death_set_lost_page(const char *message, int status);

// Waits for the end of the process if a signal is ending it. Operations can fail then because their
// files were removed, and must not end the process in another way.
void platform_await_death(void);

// MARK: requests.c: requests to end

// Blocks SIGINT, SIGTERM and SIGHUP, unless they are ignored. Calls `take` with each of them, on a
// separate thread. After the first signal, the process exits if platform_write blocks for a second;
// after the second it exits immediately.
void platform_take_requests(void (*take)(int number));

// Unblocks all signals that the parent process had blocked.
void platform_unblock_signals(void);

// MARK: output.c

// write(2), but waits forever if the process is about to die.
long platform_write(int descriptor, const void *bytes, size_t count);

// The number of writes that have begun, and of those that have ended.
void platform_write_counts(unsigned *begun, unsigned *ended);

// MARK: secret.c

// Prompts at the terminal of the process and reads a line without echo, even if the standard
// streams are redirected. Calls `is_cancelled` several times a second. Returns the number of bytes
// without the line ending; -1 and errno without a terminal; -2 if it was canceled (Ctrl-C, Ctrl-D,
// a signal, `is_cancelled`); -3 if the line is longer than the buffer. Restores the terminal and
// the signal mask.
long platform_read_secret(const char *prompt, void *buffer, size_t size, int (*is_cancelled)(void));

// MARK: child.c

// Starts a program, which is found in PATH. All lists end with NULL. `removals` are the names of
// environment variables, `additions` are entries `NAME=value`. The descriptors become the standard
// streams of the program, which inherits no others. SIGTSTP stops it only if `can_stop` is not 0. It
// gets its own process group if `has_group` is not 0. Returns its process ID; -1 and errno if it
// could not be started.
int platform_start(
    const char *const *arguments, const char *const *removals, const char *const *additions,
    int input, int output, int errors, int can_stop, int has_group);

// Starts a program in the process group of this process, and waits for its end. A program that stops
// on its own blocks this process. Returns its exit status, or 128 plus the number of the signal that
// ended it; -1 and errno if it could not be started.
int platform_run(
    const char *const *arguments, const char *const *removals, const char *const *additions,
    int input, int output, int errors, int can_stop);

// MARK: locks.c

// Opens a folder to lock it; returns -1 and sets errno on failure.
int platform_open_folder(const char *path);

// Takes an exclusive flock(2) without waiting; returns 0, or -1 and sets errno.
int platform_lock(int descriptor);

// A flag with release and acquire ordering. Async-signal-safe.
void platform_flag_set(int *flag);
int platform_flag_is_set(const int *flag);

// MARK: names.c

// Renames a file without replacing another. Returns 0, or -1 and sets errno: EEXIST if the name is
// taken; ENOSYS, EINVAL or ENOTSUP if the system or the file system cannot do this atomically.
int platform_rename_new(const char *path, const char *target);

// MARK: clone.c

// Returns 1 if the file system of a path may support shared blocks.
int platform_may_clone(const char *path);

// Makes an empty file share all blocks of another. Returns 0, or -1 and sets errno.
int platform_clone(int source, int target);

// MARK: unlinked.c

// Opens a new unnamed file, which disappears when the process ends in any way. Only this user can
// access it. Returns the descriptor, or -1 and sets errno.
int platform_unlinked_file(const char *folder);

// MARK: mapped.c

// Returns 1 if platform_reserve_mapped has an effect on this system.
int platform_can_reserve_mapped(void);

// Makes the file system allocate the blocks of a mapped file, without changing a byte. Returns -1
// with ENOSPC if it cannot; writing there would then raise SIGBUS. Returns 0 otherwise, and on
// systems without such a call.
int platform_reserve_mapped(volatile void *address, size_t size);

// MARK: differences.c

// Initializes a pthread_mutex_t that returns an error if its own thread locks it again.
int platform_mutex_init_checked(void *mutex);

// MARK: texts.c: localized texts

// Adds the localized collations and functions to a connection, a `Database` of Swift. It does
// nothing unless the program links MigratorFoundation, whose function replaces this weak one.
void platform_add_localized_texts(void *database);

// MARK: sha2.c

// A SHA-256 in progress. A copy continues separately.
struct platform_sha256 {
  unsigned int hash[8];
  // In bytes.
  unsigned long long length;
  // The bytes after the last complete block.
  unsigned char rest[64];
};

struct platform_sha256 platform_sha256_start(void);
void platform_sha256_add(struct platform_sha256 *state, const void *bytes, size_t count);
void platform_sha256_end(struct platform_sha256 state, unsigned char digest[32]);

void platform_sha384(const void *bytes, size_t count, unsigned char digest[48]);

#endif
