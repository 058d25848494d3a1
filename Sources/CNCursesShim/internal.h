// What the files of the shim share; not seen by Swift.
#ifndef NCSHIM_INTERNAL_H
#define NCSHIM_INTERNAL_H

#include <stddef.h>
#include <termios.h>

// MARK: rescue.c: giving the terminal back from a signal handler

// Remembers what to write and to set; `sequence` is copied.
void rescue_prepare(int input, int output, const struct termios *modes, const char *sequence);

// Tells whether there is something to give back now.
void rescue_arm(int armed);

// Gives the terminal back. Async-signal-safe; does nothing unless armed.
void rescue_now(void);

// MARK: signals.c

void signals_remember(void);  // before newterm, which installs handlers of its own
void signals_install(void);
void signals_restore(void);
void signals_release(void);   // while a child has the terminal
void signals_reclaim(void);
void signals_stop_group(void);
int signals_wait_descriptor(void);
void signals_drain(void);

// MARK: capture.c: standard error and output while the screen is ours

void capture_start(void);
void capture_stop(void);      // async-signal-safe, apart from stdio buffers
void capture_flush_stdio(void);

#endif
