// The state of the one screen; screen.c owns it, input.c reads from it.
#ifndef NCSHIM_SCREEN_H
#define NCSHIM_SCREEN_H

enum { PASTE_BEGIN_CODE = 0x1001, PASTE_END_CODE = 0x1002 };

#include <stddef.h>

int screen_is_open(void);
int screen_input_descriptor(void);
int screen_uses_color(void);

// drawing.c: forgets the colour pairs of a screen that was closed.
void drawing_reset(void);

// terminfo.c: whether TERM names a terminal that can be drawn on, as a result of ncshim_open.
int terminfo_check(int descriptor);

// Writes what takes a terminal back to how shells use it; for when ncurses itself must not be called.
// What empties the alternate screen before it is left, or nothing when there is no such screen.
void terminfo_wipe_sequence(char *text, size_t capacity);
void terminfo_leave_sequence(char *text, size_t capacity, int line_count);

#endif
