// Gives the terminal back from anywhere, a signal handler included: only write, tcsetattr and dup2.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "internal.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static char sequence_bytes[512];
static size_t sequence_length;
static struct termios shell_modes;
static int input_descriptor = -1;
static int output_descriptor = -1;
static atomic_int is_armed;

void rescue_prepare(int input, int output, const struct termios *modes, const char *sequence) {
  sequence_length = strlen(sequence);
  if (sequence_length > sizeof sequence_bytes) sequence_length = sizeof sequence_bytes;
  memcpy(sequence_bytes, sequence, sequence_length);
  shell_modes = *modes;
  input_descriptor = input;
  output_descriptor = output;
}

void rescue_arm(int armed) { atomic_store(&is_armed, armed); }

void rescue_now(void) {
  if (!atomic_exchange(&is_armed, 0)) return;
  int saved_errno = errno;
  // A process in the background would be stopped for setting the modes.
  sigset_t stop, previous;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stop, &previous);
  size_t done = 0;
  while (done < sequence_length) {
    ssize_t written =
        write(output_descriptor, sequence_bytes + done, sequence_length - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += (size_t)written;
  }
  tcsetattr(input_descriptor, TCSADRAIN, &shell_modes);
  capture_stop();
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  errno = saved_errno;
}
