// Signal handlers set flags for the event loop. A termination signal that is not read in time ends
// the process. Nothing here calls ncurses, whose functions are not async-signal-safe.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "internal.h"
#include "migrator_platform.h"
#include "ncshim.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// How long a termination signal may remain unread before the process ends without the event loop.
// The limit is shorter while drawing, which blocks only if the terminal does not read.
enum { END_LIMIT_SECONDS = 5, DRAWING_LIMIT_SECONDS = 1 };

static const int reported[] = {SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGALRM};

enum { REPORTED_COUNT = sizeof reported / sizeof *reported };

static struct sigaction reported_before[REPORTED_COUNT];
static atomic_int flags;
static atomic_int unread_end;  // the number of a termination signal that was not read yet
static atomic_int read_end;    // the number of one that was read
static atomic_int is_drawing;
static atomic_int is_lent;  // a child has the terminal
static atomic_int wake_write = -1;
static int wake_read = -1;

// MARK: Waking

static void wake_bytes(void) {
  int saved_errno = errno;
  int descriptor = atomic_load(&wake_write);
  if (descriptor >= 0 && write(descriptor, "", 1) < 0) {
    // A full pipe also wakes the reader.
  }
  errno = saved_errno;
}

void ncshim_wake(void) {
  atomic_fetch_or(&flags, NCSHIM_WOKEN);
  wake_bytes();
}

// Created once and never closed, so that a late wake-up cannot write to a reused descriptor.
int signals_wait_descriptor(void) {
  if (wake_read >= 0) return wake_read;
  int ends[2];
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  wake_read = ends[0];
  atomic_store(&wake_write, ends[1]);
  return wake_read;
}

void signals_drain(void) {
  char bytes[64];
  while (wake_read >= 0 && read(wake_read, bytes, sizeof bytes) > 0) {
  }
}

int ncshim_take_signals(void) {
  int taken = atomic_exchange(&flags, 0);
  if (taken & (NCSHIM_SIGNAL_TERM | NCSHIM_SIGNAL_HUP)) {
    alarm(0);
    int number = atomic_exchange(&unread_end, 0);
    if (number) atomic_store(&read_end, number);
  }
  return taken;
}

void signals_set_drawing(int drawing) {
  // A dying process has already restored the terminal and must not draw on it any more.
  platform_await_death();
  atomic_store(&is_drawing, drawing);
  // The last frames, and restoring the terminal, have the same time limit.
  int ending = atomic_load(&read_end);
  if (!ending) return;
  atomic_store(&unread_end, drawing ? ending : 0);
  alarm(drawing ? DRAWING_LIMIT_SECONDS : 0);
}

// MARK: Handlers

// True if a process sent the signal, as opposed to the keyboard or alarm().
static int is_sent(const siginfo_t *info) {
#ifdef __linux__
  return info->si_code != SI_KERNEL;
#else
  return info->si_code == SI_USER;
#endif
}

static void report(int number, siginfo_t *info, void *context) {
  (void)context;
  int is_typed = (number == SIGINT || number == SIGQUIT) && !is_sent(info);
  if (is_typed && atomic_load(&is_lent)) return;
  switch (number) {
  case SIGWINCH: atomic_fetch_or(&flags, NCSHIM_SIGNAL_WINCH); break;
  case SIGINT: atomic_fetch_or(&flags, NCSHIM_SIGNAL_INT); break;
  case SIGTSTP: atomic_fetch_or(&flags, NCSHIM_SIGNAL_TSTP); break;
  case SIGCONT: atomic_fetch_or(&flags, NCSHIM_SIGNAL_CONT); break;
  case SIGALRM: {
    int asked = atomic_load(&unread_end);
    if (asked) platform_die(asked);
    if (is_sent(info)) platform_die(number);
    return;
  }
  case SIGQUIT: platform_die(number);
  default:
    // The same signal again before the first was read: the event loop is stuck.
    if (atomic_exchange(&unread_end, number) == number) platform_die(number);
    atomic_fetch_or(&flags, number == SIGHUP ? NCSHIM_SIGNAL_HUP : NCSHIM_SIGNAL_TERM);
    alarm(atomic_load(&is_drawing) ? DRAWING_LIMIT_SECONDS : END_LIMIT_SECONDS);
  }
  wake_bytes();
}

static int is_ignored(const struct sigaction *action) {
  return action->sa_handler == SIG_IGN && !(action->sa_flags & SA_SIGINFO);
}

static void install(int number, const struct sigaction *before) {
  // A signal that the parent ignored (nohup) remains ignored.
  if (is_ignored(before)) return;
  struct sigaction action = {0};
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = report;
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  sigaction(number, &action, NULL);
}

// MARK: Installing

void signals_remember(void) {
  platform_death_watch();
  platform_death_set_rescue(rescue_now);
  for (int i = 0; i < REPORTED_COUNT; i++) sigaction(reported[i], NULL, &reported_before[i]);
}

void signals_install(void) {
  atomic_store(&flags, 0);
  atomic_store(&unread_end, 0);
  atomic_store(&read_end, 0);
  for (int i = 0; i < REPORTED_COUNT; i++) install(reported[i], &reported_before[i]);
}

void signals_restore(void) {
  alarm(0);
  for (int i = 0; i < REPORTED_COUNT; i++) sigaction(reported[i], &reported_before[i], NULL);
}

static void set_default(int number) {
  struct sigaction action = {0};
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

// MARK: Stopping

static const struct sigaction *stop_before(void) {
  int i = 0;
  while (reported[i] != SIGTSTP) i++;
  return &reported_before[i];
}

int signals_can_stop(void) { return !is_ignored(stop_before()); }

// While the terminal is released, stopping needs no preparation.
static void release_stop(void) {
  if (signals_can_stop()) set_default(SIGTSTP);
}

static void reclaim_stop(void) {
  install(SIGTSTP, stop_before());
  atomic_fetch_and(&flags, ~(NCSHIM_SIGNAL_CONT | NCSHIM_SIGNAL_TSTP));
}

void signals_stop_group(void) {
  release_stop();
  atomic_fetch_and(&flags, ~NCSHIM_SIGNAL_CONT);
  kill(0, SIGTSTP);
  // Another thread may receive the signal a moment later, so wait for SIGCONT. In an orphaned
  // process group (no shell with job control) the system ignores the stop, and the wait times out.
  for (int i = 0; i < 40 && !(atomic_load(&flags) & NCSHIM_SIGNAL_CONT); i++) poll(NULL, 0, 5);
  reclaim_stop();
}

// MARK: Lending the terminal

static struct sigaction quit_before, child_before;

void signals_lend(void) {
  atomic_store(&is_lent, 1);
  // Otherwise a SIGQUIT typed for the child would end this process.
  sigaction(SIGQUIT, NULL, &quit_before);
  install(SIGQUIT, &quit_before);
  // waitpid gets no status while SIGCHLD is ignored.
  sigaction(SIGCHLD, NULL, &child_before);
  set_default(SIGCHLD);
  release_stop();
}

void signals_reclaim(void) {
  reclaim_stop();
  sigaction(SIGCHLD, &child_before, NULL);
  sigaction(SIGQUIT, &quit_before, NULL);
  atomic_store(&is_lent, 0);
}
