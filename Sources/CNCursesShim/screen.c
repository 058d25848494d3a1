// Opening, closing and lending the one ncurses screen.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#define NCURSES_WIDECHAR 1

#include "screen.h"

#include "internal.h"
#include "migrator_platform.h"
#include "ncshim.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

static SCREEN *screen;
static FILE *input_file;
static FILE *output_file;
static int uses_color;

int screen_is_open(void) { return screen != NULL; }

int screen_uses_color(void) { return uses_color; }

int screen_input_descriptor(void) { return input_file ? fileno(input_file) : -1; }

// MARK: Facts

int ncshim_is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

int ncshim_colors(void) { return screen && uses_color ? COLORS : 0; }

int ncshim_wcwidth(uint32_t code_point) { return wcwidth((wchar_t)code_point); }

void ncshim_size(int *columns, int *rows) {
  *columns = screen ? getmaxx(stdscr) : 0;
  *rows = screen ? getmaxy(stdscr) : 0;
}

// MARK: Opening

static int open_files(void) {
  int input = -1, output = -1;
  if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
    input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  } else {
    input = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (input < 0) return NCSHIM_NO_TERMINAL;
    output = fcntl(input, F_DUPFD_CLOEXEC, 3);
  }
  if (input >= 0) input_file = fdopen(input, "r");
  if (output >= 0) output_file = fdopen(output, "w");
  return input_file && output_file ? NCSHIM_OK : NCSHIM_SYSTEM_ERROR;
}

static void close_files(void) {
  if (input_file) fclose(input_file);
  if (output_file) fclose(output_file);
  input_file = output_file = NULL;
}

static void prepare_rescue(const struct termios *modes) {
  char text[512];
  terminfo_leave_sequence(text, sizeof text, LINES);
  rescue_prepare(fileno(input_file), modes, text);
}

void ncshim_send(const uint8_t *bytes, size_t count) {
  if (!output_file) return;
  signals_set_drawing(1);
  fflush(output_file);
  while (count > 0) {
    ssize_t written = write(fileno(output_file), bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    bytes += written;
    count -= (size_t)written;
  }
  signals_set_drawing(0);
}

static void send(const char *text) { ncshim_send((const uint8_t *)text, strlen(text)); }

static int reports_mouse;

// Reports presses, releases and drags (1002), in the form that has no column limit (1006).
static void send_mouse(int is_on) { send(is_on ? "\033[?1002h\033[?1006h" : "\033[?1006l\033[?1002l"); }

void ncshim_set_mouse(int is_on) {
  if (!screen || reports_mouse == is_on) return;
  reports_mouse = is_on;
  send_mouse(is_on);
}

static void set_up(int wants_color) {
  raw();
  noecho();
  nonl();
  intrflush(stdscr, FALSE);
  meta(stdscr, TRUE);
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  leaveok(stdscr, FALSE);
  if (!getenv("ESCDELAY")) set_escdelay(25);
  // The shim parses mouse sequences itself: terminfo only knows an older form.
  define_key(NULL, KEY_MOUSE);
  reports_mouse = 0;
  define_key("\033[200~", PASTE_BEGIN_CODE);
  define_key("\033[201~", PASTE_END_CODE);
  drawing_reset();
  // alloc_pair crashes before start_color, so nothing allocates a pair unless colors are in use.
  uses_color = wants_color && has_colors() && start_color() == OK &&
               use_default_colors() == OK;
}

int ncshim_open(int wants_color) {
  static int exit_handler_is_set;
  if (screen) return NCSHIM_ALREADY_OPEN;
  setlocale(LC_CTYPE, "");
  int result = open_files();
  struct termios modes;
  const char *name = NULL;
  if (result == NCSHIM_OK && tcgetattr(fileno(input_file), &modes) != 0) result = NCSHIM_NO_TERMINAL;
  if (result == NCSHIM_OK) result = terminfo_check(fileno(output_file), &name);
  if (result == NCSHIM_OK && signals_wait_descriptor() < 0) result = NCSHIM_SYSTEM_ERROR;
  if (result != NCSHIM_OK) {
    int saved_errno = errno;
    close_files();
    errno = saved_errno;
    return result;
  }
  signals_remember();
  use_env(TRUE);
  use_tioctl(TRUE);
  screen = newterm(name, output_file, input_file);
  if (!screen) {
    signals_restore();
    close_files();
    return NCSHIM_UNKNOWN_TERM;
  }
  set_up(wants_color);
  rescue_open(fileno(output_file));
  prepare_rescue(&modes);
  if (!exit_handler_is_set) exit_handler_is_set = atexit(rescue_now) == 0;
  capture_start();
  signals_install();
  rescue_arm(1);
  send("\033[?2004h");
  ncshim_redraw();
  ncshim_flush(-1, -1);
  return NCSHIM_OK;
}

// MARK: Giving back

static void leave(void) {
  capture_flush_stdio();
  send("\033[?2004l");
  if (reports_mouse) send_mouse(0);
  signals_set_drawing(1);
  curs_set(1);
  signals_set_drawing(0);
  // Clear the screen: a multiplexer resized meanwhile would move its contents into the scrollback.
  char wipe[64];
  terminfo_wipe_sequence(wipe, sizeof wipe);
  send(wipe);
  signals_set_drawing(1);
  endwin();
  signals_set_drawing(0);
  rescue_arm(0);
  capture_stop(NULL);
}

static void enter(int modes_may_have_changed) {
  // The user may have run stty meanwhile: the current modes are those to restore.
  struct termios modes;
  if (modes_may_have_changed && tcgetattr(fileno(input_file), &modes) == 0) {
    def_shell_mode();
    prepare_rescue(&modes);
  }
  capture_start();
  rescue_arm(1);
  reset_prog_mode();
  ncshim_resize();
  ncshim_redraw();
  ncshim_flush(-1, -1);
  send("\033[?2004h");
  if (reports_mouse) send_mouse(1);
}

void ncshim_close(void) {
  if (!screen) return;
  leave();
  signals_restore();
  delscreen(screen);
  screen = NULL;
  rescue_close();
  close_files();
}

void ncshim_suspend(void) {
  if (!screen || !signals_can_stop()) return;
  leave();
  signals_stop_group();
  enter(1);
}

int ncshim_run(const char *const *arguments) {
  if (!screen || !arguments[0]) {
    errno = EINVAL;
    return -1;
  }
  leave();
  signals_lend();
  // Use the terminal itself, even if the standard streams are redirected.
  const char *const unchanged[] = {NULL};
  int output = fileno(output_file);
  int result = platform_run(
      arguments, unchanged, unchanged, fileno(input_file), output, output, signals_can_stop());
  int saved_errno = errno;
  signals_reclaim();
  // Flush before drawing, so that keys typed once the screen is visible again are kept.
  flushinp();
  enter(1);
  errno = saved_errno;
  return result;
}

void ncshim_reenter(void) {
  if (!screen) return;
  leave();
  enter(0);
}

int ncshim_resize(void) {
  struct winsize size;
  if (!screen || ioctl(fileno(output_file), TIOCGWINSZ, &size) != 0) return 0;
  if (size.ws_row == 0 || size.ws_col == 0) return 0;
  if (size.ws_row == getmaxy(stdscr) && size.ws_col == getmaxx(stdscr)) return 0;
  resize_term(size.ws_row, size.ws_col);
  ncshim_redraw();
  return 1;
}
