// The state of the one screen, owned by screen.c.
#ifndef NCSHIM_SCREEN_H
#define NCSHIM_SCREEN_H

enum { PASTE_BEGIN_CODE = 0x1001, PASTE_END_CODE = 0x1002 };

#include <stddef.h>

int screen_is_open(void);
int screen_input_descriptor(void);
int screen_uses_color(void);

// drawing.c: discards the color pairs of a closed screen.
void drawing_reset(void);

// terminfo.c: checks that TERM names a usable terminal; returns a result of ncshim_open. `name` becomes
// the name for newterm, which is that of xterm if TERM is unknown but resembles it.
int terminfo_check(int descriptor, const char **name);

// The sequence that clears the alternate screen before it is left; empty without such a screen.
void terminfo_wipe_sequence(char *text, size_t capacity);
// The sequence that restores the terminal for a shell, for use when ncurses must not be called.
void terminfo_leave_sequence(char *text, size_t capacity, int line_count);

#endif
