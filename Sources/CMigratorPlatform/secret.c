// Reads a secret from the terminal of the process.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "migrator_platform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Signals that end the process; blocked while echo is off.
static void ending_signals(sigset_t *set) {
  sigemptyset(set);
  sigaddset(set, SIGINT);
  sigaddset(set, SIGTERM);
  sigaddset(set, SIGHUP);
  sigaddset(set, SIGQUIT);
}

static int is_asked_to_end(int (*is_cancelled)(void)) {
  sigset_t pending, ending;
  ending_signals(&ending);
  sigpending(&pending);
  int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (sigismember(&pending, numbers[i])) return 1;
  return is_cancelled();
}

// Reads to the end of the line; discards bytes that do not fit into the buffer.
static long read_line(int terminal, unsigned char *buffer, size_t size, const unsigned char *stops,
                      int (*is_cancelled)(void)) {
  size_t count = 0;
  for (;;) {
    if (is_asked_to_end(is_cancelled)) return -2;
    struct pollfd ready = {.fd = terminal, .events = POLLIN};
    int answer = poll(&ready, 1, 100);
    if (answer == 0 || (answer < 0 && errno == EINTR)) continue;
    unsigned char byte;
    ssize_t got = answer < 0 ? -1 : read(terminal, &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0 || (stops[0] && byte == stops[0]) || (stops[1] && byte == stops[1])) return -2;
    if (byte == '\n') return count <= size ? (long)count : -3;
    if (count < size) buffer[count] = byte;
    count++;
  }
}

long platform_read_secret(const char *prompt, void *buffer, size_t size, int (*is_cancelled)(void)) {
  int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (terminal < 0) return -1;
  sigset_t ending, before;
  ending_signals(&ending);
  pthread_sigmask(SIG_BLOCK, &ending, &before);
  struct termios shown;
  long count = -1;
  if (tcgetattr(terminal, &shown) == 0) {
    struct termios hidden = shown;
    hidden.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL | ISIG);
    hidden.c_lflag |= ICANON;
    // The interrupt and quit characters end the line instead of raising a signal; read_line sees
    // them.
    hidden.c_cc[VEOL] = shown.c_cc[VINTR];
    hidden.c_cc[VEOL2] = shown.c_cc[VQUIT];
    unsigned char stops[] = {shown.c_cc[VINTR], shown.c_cc[VQUIT]};
    if (tcsetattr(terminal, TCSAFLUSH, &hidden) == 0) {
      (void)!write(terminal, prompt, strlen(prompt));
      count = read_line(terminal, buffer, size, stops, is_cancelled);
      int reason = errno;
      tcsetattr(terminal, TCSAFLUSH, &shown);
      (void)!write(terminal, "\n", 1);
      errno = reason;
    }
  }
  int reason = errno;
  close(terminal);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = reason;
  return count;
}
