// Drawing rows of cells on the screen.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#define NCURSES_WIDECHAR 1

#include "internal.h"
#include "ncshim.h"
#include "screen.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

// The color pair of each foreground on the default background. 0: not allocated yet; -1: none left.
static int pairs[256];

void drawing_reset(void) { memset(pairs, 0, sizeof pairs); }

static short pair_of(int foreground) {
  if (!screen_uses_color() || foreground < 0 || foreground >= COLORS) return 0;
  if (foreground >= 256) {
    // For terminals with direct colors. alloc_pair returns the existing pair of a known color.
    int pair = alloc_pair(foreground, -1);
    return pair > 0 ? (short)pair : 0;
  }
  if (!pairs[foreground]) {
    int pair = alloc_pair(foreground, -1);
    pairs[foreground] = pair > 0 ? pair : -1;
  }
  return pairs[foreground] > 0 ? (short)pairs[foreground] : 0;
}

static void make_cell(const ncshim_cell *cell, cchar_t *result) {
  wchar_t text[NCSHIM_CELL_CAPACITY + 1] = {0};
  for (int i = 0; i < NCSHIM_CELL_CAPACITY; i++) text[i] = (wchar_t)cell->code_points[i];
  attr_t attributes = A_NORMAL;
  if (cell->attributes & NCSHIM_BOLD) attributes |= A_BOLD;
  if (cell->attributes & NCSHIM_UNDERLINE) attributes |= A_UNDERLINE;
  if (cell->attributes & NCSHIM_REVERSE) attributes |= A_REVERSE;
  setcchar(result, text, attributes, pair_of(cell->foreground), NULL);
}

void ncshim_put_row(int y, const ncshim_cell *cells, int count) {
  if (!screen_is_open() || y < 0 || y >= getmaxy(stdscr)) return;
  cchar_t *row = calloc((size_t)count + 1, sizeof *row);
  if (!row) return;
  for (int i = 0; i < count; i++) make_cell(&cells[i], &row[i]);
  wmove(stdscr, y, 0);
  wclrtoeol(stdscr);
  wadd_wchnstr(stdscr, row, count);
  free(row);
}

void ncshim_flush(int cursor_x, int cursor_y) {
  if (!screen_is_open()) return;
  int is_visible = cursor_x >= 0 && cursor_x < getmaxx(stdscr) && cursor_y >= 0 &&
                   cursor_y < getmaxy(stdscr);
  wmove(stdscr, is_visible ? cursor_y : getmaxy(stdscr) - 1, is_visible ? cursor_x : 0);
  // curs_set also writes to the terminal and can block.
  signals_set_drawing(1);
  curs_set(is_visible);
  wnoutrefresh(stdscr);
  doupdate();
  signals_set_drawing(0);
}

void ncshim_redraw(void) {
  if (screen_is_open()) clearok(curscr, TRUE);
}
