// What the platform needs of C: the end of the process, from within signal handlers, and the few
// calls that are written differently on each system.
#ifndef MIGRATOR_PLATFORM_H
#define MIGRATOR_PLATFORM_H

// No header of the system, whose types Swift would take for those of this module.
#include <stddef.h>

// MARK: scratch.c: what must not outlive the process

// Enters a file or an empty folder to remove when the process dies. Lock-free; from any thread.
// Returns what platform_scratch_leave needs, or -1 when there is no room for another.
int platform_scratch_enter(const char *path, int is_folder);

// Takes an entry out again; its owner removes the file.
void platform_scratch_leave(int entry);

// Removes everything entered by this process. Async-signal-safe.
void platform_scratch_remove(void);

// MARK: death.c: dying by a signal

// Makes the signals that end a process remove the scratch files first, and give the terminal back;
// the process then ends by that signal all the same. A signal that is ignored stays ignored, and one
// that the program handles itself stays with it, apart from crashes: their handler is called before
// the end. Only the first call does anything.
void platform_death_watch(void);

// Gives the terminal back at the end; async-signal-safe, and it must not wait for ever.
void platform_death_set_rescue(void (*rescue)(void));

// Ends the process by a signal, as if it had never been handled. Async-signal-safe.
_Noreturn void platform_die(int number);

// Removes the scratch files and exits as a shell tells of a signal. Async-signal-safe.
_Noreturn void platform_exit(int number);

// Sets what happens when the file system cannot provide a page of a mapped file (SIGBUS with BUS_ADRERR): the
// process writes the message to standard error and exits with the status, after the scratch files are removed and the
// terminal is given back. The message must remain valid. Only the first call has an effect.
void platform_death_set_lost_page(const char *message, int status);

// Waits for the end if a signal is bringing it: what fails now, because its files were removed, must
// not end the process first and in another way.
void platform_await_death(void);

// MARK: requests.c: being asked to end

// Blocks SIGINT, SIGTERM and SIGHUP, unless they are ignored, and calls `take` with each that comes,
// on a thread of its own. Ends the process after the first when platform_write has waited for a
// second meanwhile, and after the second at once.
void platform_take_requests(void (*take)(int number));

// Lets all signals through that the parent left blocked.
void platform_unblock_signals(void);

// MARK: output.c

// write(2), never while the process dies.
long platform_write(int descriptor, const void *bytes, size_t count);

// The writes begun, and those of them that have ended.
void platform_write_counts(unsigned *begun, unsigned *ended);

// MARK: secret.c

// Asks at the terminal of the process, whatever its streams are, and reads a line that is not shown. Asks
// `is_cancelled` a few times a second. Returns the bytes read, without the end of the line; -1 and errno
// where there is no terminal, -2 where nothing was to be given (Ctrl-C, Ctrl-D, a signal, `is_cancelled`),
// -3 where the line is longer than the buffer. The terminal is as before, and signals come then.
long platform_read_secret(const char *prompt, void *buffer, size_t size, int (*is_cancelled)(void));

// MARK: locks.c

// Opens a folder to lock it; -1 and errno where that fails.
int platform_open_folder(const char *path);

// Takes flock(2) for oneself, without waiting; 0 where it is taken, otherwise -1 and errno.
int platform_lock(int descriptor);

// A flag that one thread sets and others read, with all that was written before. Async-signal-safe.
void platform_flag_set(int *flag);
int platform_flag_is_set(const int *flag);

// MARK: names.c

// Gives a file a new name, replacing nothing; 0, or -1 and errno: EEXIST where the name is taken, ENOSYS, EINVAL
// or ENOTSUP where the system or the file system cannot do it in one go.
int platform_rename_new(const char *path, const char *target);

// MARK: clone.c

// Whether the file system of a path is of a kind that may share blocks between files.
int platform_may_clone(const char *path);

// Lets an empty file share all blocks of another; 0 where it does, otherwise -1 and errno.
int platform_clone(int source, int target);

// MARK: unlinked.c

// Opens a new file that has no name, so that it is gone with the process however that ends; only this
// user can read it meanwhile. Returns the descriptor, or -1 with errno.
int platform_unlinked_file(const char *folder);

// MARK: room.c

// malloc, free and realloc for SQLite, which asks for 1,024 bytes where a table of names would take more, and
// uses all that it gets: a table that grows gets more, and four times as much again once that was too small.
void *platform_room_allocate(int size);
void platform_room_free(void *block);
void *platform_room_reallocate(void *block, int size);

// The size of a block, and what a size is rounded up to.
int platform_room_size(void *block);
int platform_room_rounded(int size);

// MARK: mapped.c

// Whether platform_reserve_mapped has an effect on this system.
int platform_can_reserve_mapped(void);

// Makes the file system allocate the blocks of a mapped file, without changing a byte. Returns -1 with ENOSPC if it
// cannot, and writing there would end in a SIGBUS; 0 otherwise, and on systems without such a call.
int platform_reserve_mapped(volatile void *address, size_t size);

// MARK: differences.c

// Makes a pthread_mutex_t that fails, instead of waiting for ever, when its own thread locks it again.
int platform_mutex_init_checked(void *mutex);

#endif
