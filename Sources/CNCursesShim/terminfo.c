// Direct terminfo queries. A separate file, because term.h defines macros such as `columns`.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#define NCURSES_WIDECHAR 1

#include "ncshim.h"
#include "screen.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>

static int is_string(const char *value) { return value && value != (const char *)-1; }

static const char *capability(const char *name) { return tigetstr((char *)(uintptr_t)name); }

// Terminals that understand the sequences of xterm. Servers often lack their descriptions.
static int resembles_xterm(const char *name) {
  static const char *const starts[] = {"xterm", "alacritty", "contour", "foot", "ghostty", "gnome",
                                       "iterm", "kitty", "konsole", "mlterm", "putty", "rio",
                                       "rxvt", "st-", "vte", "wezterm"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    if (strncmp(name, starts[i], strlen(starts[i])) == 0) return 1;
  }
  return 0;
}

// newterm accepts terminals that cannot place the cursor ("dumb"), so check first.
int terminfo_check(int descriptor, const char **name) {
  *name = getenv("TERM");
  if (!*name || !**name) return NCSHIM_NO_TERM;
  int status = 0;
  if (setupterm(*name, descriptor, &status) != OK) {
    if (!resembles_xterm(*name)) return NCSHIM_UNKNOWN_TERM;
    *name = "xterm-256color";
    if (setupterm(*name, descriptor, &status) != OK) return NCSHIM_UNKNOWN_TERM;
  }
  int is_rich = is_string(capability("cup")) && is_string(capability("clear"));
  del_curterm(cur_term);
  return is_rich ? NCSHIM_OK : NCSHIM_POOR_TERM;
}

// Appends a capability without its padding, such as `$<5/>`, which current terminals do not need.
static void append(char *text, size_t capacity, const char *value) {
  size_t length = strlen(text);
  for (; is_string(value) && *value && length + 1 < capacity; value++) {
    if (value[0] == '$' && value[1] == '<' && strchr(value, '>')) {
      value = strchr(value, '>');
    } else {
      text[length++] = *value;
    }
  }
  text[length] = 0;
}

void terminfo_wipe_sequence(char *text, size_t capacity) {
  text[0] = 0;
  if (is_string(capability("rmcup"))) append(text, capacity, capability("clear"));
}

void terminfo_leave_sequence(char *text, size_t capacity, int line_count) {
  text[0] = 0;
  append(text, capacity, "\033[?2004l\033[?1006l\033[?1002l");
  append(text, capacity, capability("sgr0"));
  append(text, capacity, capability("op"));
  append(text, capacity, capability("rmkx"));
  append(text, capacity, capability("cnorm"));
  if (is_string(capability("rmcup"))) {
    append(text, capacity, capability("rmcup"));
  } else {
    append(text, capacity, tiparm(capability("cup"), line_count - 1, 0));
    append(text, capacity, "\r\n");
  }
}
