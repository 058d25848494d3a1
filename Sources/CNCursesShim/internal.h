// Declarations shared by the files of the shim; not visible to Swift.
#ifndef NCSHIM_INTERNAL_H
#define NCSHIM_INTERNAL_H

#include <stddef.h>
#include <termios.h>

// MARK: rescue.c: restoring the terminal from a signal handler

// Opens a non-blocking descriptor for the terminal.
void rescue_open(int output);
void rescue_close(void);

// Stores what rescue_now restores: the terminal modes, and the sequence to write, which is copied.
void rescue_prepare(int input, const struct termios *modes, const char *sequence);

// Sets whether rescue_now has a terminal to restore.
void rescue_arm(int armed);

// Restores the terminal, as far as it accepts the output. Async-signal-safe; does nothing unless
// armed.
void rescue_now(void);

// Writes until the terminal stops accepting output; waits at most half a second in total. Only for
// use during rescue_now.
void rescue_write(const char *bytes, size_t count);

// MARK: signals.c

void signals_remember(void);  // before newterm, which installs its own handlers
void signals_install(void);
void signals_restore(void);
void signals_lend(void);      // while a child has the terminal
void signals_reclaim(void);
int signals_can_stop(void);   // whether SIGTSTP was not ignored at start
void signals_stop_group(void);
void signals_set_drawing(int is_drawing);  // set while a write may block on the terminal
int signals_wait_descriptor(void);
void signals_drain(void);

// MARK: capture.c: standard output and error while the screen is open

void capture_start(void);
// Async-signal-safe if `write` is. Does not flush stdio buffers.
void capture_stop(void (*write)(const char *bytes, size_t count));
void capture_flush_stdio(void);

#endif
