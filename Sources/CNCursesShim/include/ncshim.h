// The terminal as a dozen plain functions over ncurses.
//
// ncurses is made of macros, variadic functions and mutable globals, none of which Swift can use
// safely, and its structs change with the macros it is included with. So its header stays out of
// this one. All functions belong to the one thread that owns the terminal, apart from `ncshim_wake`,
// which may be called anywhere.
#ifndef NCSHIM_H
#define NCSHIM_H

#include <stddef.h>
#include <stdint.h>

// MARK: Opening and closing

enum {
  NCSHIM_OK = 0,
  NCSHIM_NO_TERMINAL = 1,    // neither standard input and output nor /dev/tty is a terminal
  NCSHIM_NO_TERM = 2,        // TERM is not set
  NCSHIM_UNKNOWN_TERM = 3,   // TERM is not in the terminfo database, or a generic entry
  NCSHIM_POOR_TERM = 4,      // the terminal cannot place the cursor or clear the screen
  NCSHIM_ALREADY_OPEN = 5,   // one terminal at a time
  NCSHIM_SYSTEM_ERROR = 6,   // see errno
};

// Takes the terminal over: alternate screen, raw mode, signal handlers, bracketed paste; what is
// written to standard error and output meanwhile is kept back if those are terminals.
int ncshim_open(int wants_color);

// Gives the terminal back and writes out what was kept back. Harmless when it is not open.
void ncshim_close(void);

// Gives the terminal back, stops the process group as Ctrl-Z does, takes it again when continued.
void ncshim_suspend(void);

// Gives the terminal to a program, found by PATH and started without a shell, and takes it again when that
// has ended. What was typed until then is thrown away. Returns its exit status, 128 and the signal that ended
// it, or -1 with errno when it could not be started.
int ncshim_run(const char *const *arguments);

// Takes the terminal again after the process was stopped by somebody else.
void ncshim_reenter(void);

// MARK: Facts

int ncshim_is_utf8(void);
int ncshim_colors(void);
void ncshim_size(int *columns, int *rows);

// The columns ncurses lays a code point out by; -1 for what it cannot show.
int ncshim_wcwidth(uint32_t code_point);

// MARK: Drawing

enum { NCSHIM_BOLD = 1, NCSHIM_UNDERLINE = 4, NCSHIM_REVERSE = 8 };

enum { NCSHIM_CELL_CAPACITY = 5 };

typedef struct {
  uint32_t code_points[5];  // the base and its combining marks; unused ones are 0
  int32_t foreground;       // index of the palette, or 0xRRGGBB; -1 for the terminal's own
  uint8_t attributes;
} ncshim_cell;

// Draws the cells of one row from its first column; a wide cell takes two columns, and the right
// half of it is not passed. The rest of the row becomes blank.
void ncshim_put_row(int y, const ncshim_cell *cells, int count);

// Sends what has changed, in one go. A negative x hides the cursor.
void ncshim_flush(int cursor_x, int cursor_y);

// Makes the next flush draw everything again.
void ncshim_redraw(void);

// Asks the terminal to report the mouse, or to keep it; holds until it is asked otherwise.
void ncshim_set_mouse(int is_on);

// Writes a control sequence past ncurses, to the terminal itself.
void ncshim_send(const uint8_t *bytes, size_t count);

// MARK: Events

enum {
  NCSHIM_NONE = 0,
  NCSHIM_CHARACTER = 1,    // value: code point
  NCSHIM_KEY = 2,          // value: NCSHIM_KEY_…
  NCSHIM_FUNCTION_KEY = 3, // value: its number
  NCSHIM_PASTE = 4,        // call ncshim_read_paste next
  NCSHIM_IGNORED = 5,      // a sequence that means nothing to us
  NCSHIM_MOUSE = 6,        // value: the button with its modifiers, as xterm reports it (1006)
};

enum {
  NCSHIM_KEY_UP = 1,
  NCSHIM_KEY_DOWN,
  NCSHIM_KEY_LEFT,
  NCSHIM_KEY_RIGHT,
  NCSHIM_KEY_PAGE_UP,
  NCSHIM_KEY_PAGE_DOWN,
  NCSHIM_KEY_HOME,
  NCSHIM_KEY_END,
  NCSHIM_KEY_DELETE,
  NCSHIM_KEY_BACKSPACE,
  NCSHIM_KEY_BACK_TAB,
  NCSHIM_KEY_ENTER,
};

typedef struct {
  int kind;
  uint32_t value;
  int column, row;  // of the mouse, from 0
  int is_release;
} ncshim_input;

// Reads one event without waiting.
void ncshim_read(ncshim_input *input);

// Reads pasted text up to its end; free it with ncshim_free.
uint8_t *ncshim_read_paste(size_t *count);
void ncshim_free(uint8_t *bytes);

enum {
  NCSHIM_WAIT_TIMEOUT = 0,
  NCSHIM_WAIT_READY = 1,
  NCSHIM_WAIT_HANGUP = 2,
};

// Waits for input, a signal or a wake-up; a negative timeout waits for ever.
int ncshim_wait(int timeout_milliseconds);

// The same for a terminal that is gone: waits for a signal or a wake-up only.
int ncshim_wait_without_terminal(int timeout_milliseconds);

// Makes ncshim_wait return; from any thread, also when no terminal is open.
void ncshim_wake(void);

enum {
  NCSHIM_SIGNAL_WINCH = 1,
  NCSHIM_SIGNAL_INT = 2,
  NCSHIM_SIGNAL_TERM = 4,
  NCSHIM_SIGNAL_HUP = 8,
  NCSHIM_SIGNAL_TSTP = 16,
  NCSHIM_SIGNAL_CONT = 32,
  NCSHIM_WOKEN = 64,
};

// Returns what has arrived since the last call, as a set of the flags above.
int ncshim_take_signals(void);

// Asks the system for the size; returns whether it has changed.
int ncshim_resize(void);

#endif
