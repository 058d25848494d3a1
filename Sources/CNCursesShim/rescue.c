// Restores the terminal from any context, including a signal handler. Waits at most half a second
// for a terminal that does not read.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_STEPS = 20, STEP_MILLISECONDS = 25 };

static char sequence_bytes[512];
static size_t sequence_length;
static struct termios shell_modes;
static int input_descriptor = -1;
// A separate open file description: on a shared one, O_NONBLOCK would also affect the shell.
static int output_descriptor = -1;
static atomic_int is_armed;
static int steps_left;

void rescue_open(int output) {
  const char *name = ttyname(output);
  int flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  output_descriptor = name ? open(name, flags) : -1;
  if (output_descriptor < 0) output_descriptor = open("/dev/tty", flags);
}

void rescue_close(void) {
  if (output_descriptor >= 0) close(output_descriptor);
  output_descriptor = -1;
}

void rescue_prepare(int input, const struct termios *modes, const char *sequence) {
  sequence_length = strlen(sequence);
  if (sequence_length > sizeof sequence_bytes) sequence_length = sizeof sequence_bytes;
  memcpy(sequence_bytes, sequence, sequence_length);
  shell_modes = *modes;
  input_descriptor = input;
}

void rescue_arm(int armed) { atomic_store(&is_armed, armed); }

void rescue_write(const char *bytes, size_t count) {
  while (count > 0 && steps_left > 0) {
    ssize_t written = write(output_descriptor, bytes, count);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (written < 0 && errno == EAGAIN) {
      // The write also fails while another thread is blocked in a write to the terminal.
      poll(NULL, 0, STEP_MILLISECONDS);
      steps_left -= 1;
    } else if (!(written < 0 && errno == EINTR)) {
      return;
    }
  }
}

void rescue_now(void) {
  if (!atomic_exchange(&is_armed, 0)) return;
  int saved_errno = errno;
  // Setting the modes from a background process would stop it.
  sigset_t stop, previous;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stop, &previous);
  steps_left = WAIT_STEPS;
  rescue_write(sequence_bytes, sequence_length);
  tcsetattr(input_descriptor, TCSANOW, &shell_modes);
  capture_stop(rescue_write);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  errno = saved_errno;
}
