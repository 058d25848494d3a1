// Reading keys and pasted text.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#define NCURSES_WIDECHAR 1

#include "internal.h"
#include "ncshim.h"
#include "screen.h"

#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PASTE_LIMIT = 4 * 1024 * 1024, PASTE_WAIT = 1000, SEQUENCE_LIMIT = 4096 };

static int is_readable(int milliseconds) {
  struct pollfd input = {screen_input_descriptor(), POLLIN, 0};
  return poll(&input, 1, milliseconds) > 0 && (input.revents & POLLIN);
}

// The rest of a sequence may arrive up to 25 ms later.
static int next_of_sequence(wint_t *character) {
  if (get_wch(character) == OK) return 1;
  return is_readable(25) && get_wch(character) == OK;
}

// Reads the mouse report after `ESC [ <`: button, column and row, then M, or m for a release.
static int read_mouse(ncshim_input *input) {
  int numbers[3] = {0}, count = 0;
  for (int i = 0; i < 32; i++) {
    wint_t next;
    if (!next_of_sequence(&next)) return 0;
    if (next >= '0' && next <= '9') {
      if (numbers[count] < 100000) numbers[count] = numbers[count] * 10 + (int)(next - '0');
    } else if (next == ';' && count < 2) {
      count += 1;
    } else {
      input->value = (uint32_t)numbers[0];
      input->column = numbers[1] - 1;
      input->row = numbers[2] - 1;
      input->is_release = next == 'm';
      return count == 2 && (next == 'M' || next == 'm');
    }
  }
  return 0;
}

// Consumes a sequence that terminfo does not know (a modified arrow, a terminal reply), so that its
// letters are not read as commands. Returns the kind of the event, or NCSHIM_NONE if the escape was
// the Escape key.
static int swallow_sequence(ncshim_input *input) {
  wint_t first, next;
  if (get_wch(&first) != OK) return NCSHIM_NONE;
  int is_csi = first == '[', is_ss3 = first == 'O';
  int is_string = first == ']' || first == 'P' || first == '_' || first == '^' || first == 'X';
  if (!(is_csi || is_ss3 || is_string) || get_wch(&next) != OK) {
    // Escape followed by another key.
    unget_wch((wchar_t)first);
    return NCSHIM_NONE;
  }
  if (is_csi && next == '<') return read_mouse(input) ? NCSHIM_MOUSE : NCSHIM_IGNORED;
  for (int i = 0; i < SEQUENCE_LIMIT; i++) {
    if (is_ss3) return NCSHIM_IGNORED;
    if (is_csi && next >= 0x40 && next <= 0x7E) return NCSHIM_IGNORED;
    if (is_string && next == 0x07) return NCSHIM_IGNORED;
    if (next == 0x1B) {
      int ends = next_of_sequence(&next) && next == '\\';
      if (ends || is_csi) return NCSHIM_IGNORED;
      continue;
    }
    if (!next_of_sequence(&next)) return NCSHIM_IGNORED;
  }
  return NCSHIM_IGNORED;
}

static int key_of(wint_t code) {
  switch (code) {
  case KEY_UP: return NCSHIM_KEY_UP;
  case KEY_DOWN: return NCSHIM_KEY_DOWN;
  case KEY_LEFT: return NCSHIM_KEY_LEFT;
  case KEY_RIGHT: return NCSHIM_KEY_RIGHT;
  case KEY_PPAGE: return NCSHIM_KEY_PAGE_UP;
  case KEY_NPAGE: return NCSHIM_KEY_PAGE_DOWN;
  case KEY_HOME: case KEY_A1: case KEY_FIND: return NCSHIM_KEY_HOME;
  case KEY_END: case KEY_C1: case KEY_SELECT: return NCSHIM_KEY_END;
  case KEY_DC: return NCSHIM_KEY_DELETE;
  case KEY_BACKSPACE: return NCSHIM_KEY_BACKSPACE;
  case KEY_BTAB: return NCSHIM_KEY_BACK_TAB;
  case KEY_ENTER: return NCSHIM_KEY_ENTER;
  default: return 0;
  }
}

void ncshim_read(ncshim_input *input) {
  memset(input, 0, sizeof *input);
  if (!screen_is_open()) return;
  wint_t value = 0;
  // get_wch first redraws after a resize, which can block.
  signals_set_drawing(1);
  int result = get_wch(&value);
  signals_set_drawing(0);
  if (result == ERR) return;
  if (result == KEY_CODE_YES) {
    input->value = (uint32_t)key_of(value);
    input->kind = input->value ? NCSHIM_KEY : NCSHIM_IGNORED;
    if (value == PASTE_BEGIN_CODE) {
      input->kind = NCSHIM_PASTE;
    } else if (value > KEY_F0 && value <= KEY_F(63)) {
      input->kind = NCSHIM_FUNCTION_KEY;
      input->value = value - KEY_F0;
    }
    return;
  }
  if (value == 0x1B && (input->kind = swallow_sequence(input)) != NCSHIM_NONE) return;
  input->kind = NCSHIM_CHARACTER;
  input->value = value;
}

// ncurses has read the start marker as a key and buffers nothing, so the pasted bytes can be read
// from the descriptor. Each read takes at most the bytes missing from the end marker, so it cannot
// read past that marker.
uint8_t *ncshim_read_paste(size_t *count) {
  static const char end[] = "\033[201~";
  enum { END_LENGTH = sizeof end - 1 };
  size_t length = 0, capacity = 4096, matched = 0;
  uint8_t *bytes = malloc(capacity);
  *count = 0;
  while (bytes && matched < END_LENGTH && is_readable(PASTE_WAIT)) {
    uint8_t piece[END_LENGTH];
    ssize_t got = read(screen_input_descriptor(), piece, END_LENGTH - matched);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    if (length + (size_t)got + END_LENGTH > capacity) {
      capacity *= 2;
      uint8_t *larger = realloc(bytes, capacity);
      if (!larger) break;
      bytes = larger;
    }
    memcpy(bytes + length, piece, (size_t)got);
    length += (size_t)got;
    // Find the longest prefix of the end marker at the end of the buffer.
    for (matched = length < END_LENGTH ? length : END_LENGTH; matched > 0; matched--) {
      if (memcmp(bytes + length - matched, end, matched) == 0) break;
    }
    if (length > PASTE_LIMIT && matched == 0) length = PASTE_LIMIT;
  }
  if (matched == END_LENGTH) length -= END_LENGTH;
  *count = bytes ? length : 0;
  return bytes;
}

void ncshim_free(uint8_t *bytes) { free(bytes); }

int ncshim_wait(int timeout_milliseconds) {
  struct pollfd sources[2] = {
      {screen_input_descriptor(), POLLIN, 0}, {signals_wait_descriptor(), POLLIN, 0}};
  int result = poll(sources, 2, timeout_milliseconds);
  if (result < 0) return errno == EINTR ? NCSHIM_WAIT_READY : NCSHIM_WAIT_HANGUP;
  if (result == 0) return NCSHIM_WAIT_TIMEOUT;
  if (sources[1].revents) signals_drain();
  if (sources[0].revents & (POLLHUP | POLLERR | POLLNVAL)) return NCSHIM_WAIT_HANGUP;
  // Readable with zero bytes available means that the other end has closed.
  int available = 1;
  if ((sources[0].revents & POLLIN) &&
      ioctl(screen_input_descriptor(), FIONREAD, &available) == 0 && available == 0)
    return NCSHIM_WAIT_HANGUP;
  return NCSHIM_WAIT_READY;
}

int ncshim_wait_without_terminal(int timeout_milliseconds) {
  struct pollfd source = {signals_wait_descriptor(), POLLIN, 0};
  int result = poll(&source, 1, timeout_milliseconds);
  if (result == 0) return NCSHIM_WAIT_TIMEOUT;
  signals_drain();
  return NCSHIM_WAIT_READY;
}
