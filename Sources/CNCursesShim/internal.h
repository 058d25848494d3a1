// What the files of the shim share; not seen by Swift.
#ifndef NCSHIM_INTERNAL_H
#define NCSHIM_INTERNAL_H

#include <stddef.h>
#include <termios.h>

// MARK: rescue.c: giving the terminal back from a signal handler

// Opens a way to the terminal that never waits, as long as the screen is open.
void rescue_open(int output);
void rescue_close(void);

// Remembers what to write and to set; `sequence` is copied.
void rescue_prepare(int input, const struct termios *modes, const char *sequence);

// Tells whether there is something to give back now.
void rescue_arm(int armed);

// Gives the terminal back as far as it takes what is written. Async-signal-safe; does nothing unless
// armed.
void rescue_now(void);

// Writes as long as the terminal takes it; waits for it half a second in all. Only for rescue_now.
void rescue_write(const char *bytes, size_t count);

// MARK: signals.c

void signals_remember(void);  // before newterm, which installs handlers of its own
void signals_install(void);
void signals_restore(void);
void signals_lend(void);      // to a child, with the terminal
void signals_reclaim(void);
int signals_can_stop(void);   // whether stopping was not ignored at the start
void signals_stop_group(void);
void signals_set_drawing(int is_drawing);  // while a write may wait for the terminal
int signals_wait_descriptor(void);
void signals_drain(void);

// MARK: capture.c: standard error and output while the screen is ours

void capture_start(void);
// Async-signal-safe, apart from stdio buffers, if `write` is.
void capture_stop(void (*write)(const char *bytes, size_t count));
void capture_flush_stdio(void);

#endif
