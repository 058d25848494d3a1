// Plain functions over ncurses, for use from Swift.
//
// ncurses consists of macros, variadic functions and mutable globals, which Swift cannot use
// safely. Its structs depend on the macros defined at inclusion, so this header does not include
// it. Only the thread that owns the terminal may call these functions, except `ncshim_wake`, which
// any thread may call.
#ifndef NCSHIM_H
#define NCSHIM_H

#include <stddef.h>
#include <stdint.h>

// MARK: Opening and closing

enum {
  NCSHIM_OK = 0,
  NCSHIM_NO_TERMINAL = 1,    // neither standard input and output nor /dev/tty is a terminal
  NCSHIM_NO_TERM = 2,        // TERM is not set
  NCSHIM_UNKNOWN_TERM = 3,   // TERM is not in the terminfo database, or is a generic entry
  NCSHIM_POOR_TERM = 4,      // the terminal cannot place the cursor or clear the screen
  NCSHIM_ALREADY_OPEN = 5,   // only one terminal can be open
  NCSHIM_SYSTEM_ERROR = 6,   // see errno
};

// Opens the terminal: alternate screen, raw mode, signal handlers, bracketed paste. If standard
// output or error is a terminal, captures what the process writes there.
int ncshim_open(int wants_color);

// Restores the terminal and prints the captured output. Does nothing if no terminal is open.
void ncshim_close(void);

// Restores the terminal, stops the process group as Ctrl-Z does, and re-enters the screen when the
// process is continued.
void ncshim_suspend(void);

// Lends the terminal to a program, found through PATH and started without a shell, and re-enters
// the screen when it ends. Discards input typed until then. Returns the exit status, 128 plus the
// number of the signal that ended the program, or -1 with errno if it could not be started.
int ncshim_run(const char *const *arguments);

// Sets the terminal up again after an external stop (SIGSTOP) and continue.
void ncshim_reenter(void);

// MARK: Facts

int ncshim_is_utf8(void);
int ncshim_colors(void);
void ncshim_size(int *columns, int *rows);

// The column width of a code point in ncurses; -1 if it is not printable.
int ncshim_wcwidth(uint32_t code_point);

// MARK: Drawing

enum { NCSHIM_BOLD = 1, NCSHIM_UNDERLINE = 4, NCSHIM_REVERSE = 8 };

enum { NCSHIM_CELL_CAPACITY = 5 };

typedef struct {
  uint32_t code_points[5];  // the base and its combining marks; unused entries are 0
  int32_t foreground;       // palette index or 0xRRGGBB; -1 for the default color
  uint8_t attributes;
} ncshim_cell;

// Draws the cells of one row, starting at the first column. A wide cell takes two columns; its
// right half is not passed. The rest of the row becomes blank.
void ncshim_put_row(int y, const ncshim_cell *cells, int count);

// Sends all changes to the terminal. A negative x hides the cursor.
void ncshim_flush(int cursor_x, int cursor_y);

// Makes the next flush redraw the whole screen.
void ncshim_redraw(void);

// Turns mouse reporting on or off. The setting is kept when the terminal is suspended or lent.
void ncshim_set_mouse(int is_on);

// Writes a control sequence directly to the terminal, bypassing ncurses.
void ncshim_send(const uint8_t *bytes, size_t count);

// MARK: Events

enum {
  NCSHIM_NONE = 0,
  NCSHIM_CHARACTER = 1,    // value: code point
  NCSHIM_KEY = 2,          // value: NCSHIM_KEY_…
  NCSHIM_FUNCTION_KEY = 3, // value: its number
  NCSHIM_PASTE = 4,        // call ncshim_read_paste next
  NCSHIM_IGNORED = 5,      // an unknown sequence
  NCSHIM_MOUSE = 6,        // value: button and modifiers as in xterm's SGR reports (1006)
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
  int column, row;  // mouse position, from 0
  int is_release;
} ncshim_input;

// Reads one event without waiting.
void ncshim_read(ncshim_input *input);

// Reads pasted text up to its end marker; free the result with ncshim_free.
uint8_t *ncshim_read_paste(size_t *count);
void ncshim_free(uint8_t *bytes);

enum {
  NCSHIM_WAIT_TIMEOUT = 0,
  NCSHIM_WAIT_READY = 1,
  NCSHIM_WAIT_HANGUP = 2,
};

// Waits for input, a signal or a wake-up. A negative timeout waits indefinitely.
int ncshim_wait(int timeout_milliseconds);

// Like ncshim_wait, for a terminal that hung up: waits only for a signal or a wake-up.
int ncshim_wait_without_terminal(int timeout_milliseconds);

// Makes ncshim_wait return. Works from any thread, even when no terminal is open.
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

// Returns the signals that arrived since the last call, as a set of the flags above.
int ncshim_take_signals(void);

// Adapts the screen to the current terminal size; returns whether the size changed.
int ncshim_resize(void);

#endif
