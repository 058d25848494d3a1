// Signals become flags that the event loop reads; those that end the process give the terminal back
// first. Nothing here calls ncurses, whose functions are not async-signal-safe.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "internal.h"
#include "ncshim.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// How long a request to end may go unread before it is carried out without the event loop.
enum { PATIENCE_SECONDS = 5 };

static const int reported[] = {SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGALRM};
static const int fatal[] = {SIGQUIT, SIGSEGV, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,  SIGFPE,
                            SIGSYS,  SIGPIPE, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2};

enum { REPORTED_COUNT = sizeof reported / sizeof *reported };
enum { FATAL_COUNT = sizeof fatal / sizeof *fatal };

static struct sigaction reported_before[REPORTED_COUNT];
static struct sigaction fatal_before[FATAL_COUNT];
static atomic_int flags;
static atomic_int unread_end;  // the number of a signal that asks to end and was not read yet
static atomic_int is_released;
static atomic_int wake_write = -1;
static int wake_read = -1;
static char alternate_stack[64 * 1024];

// MARK: Waking

static void wake_bytes(void) {
  int saved_errno = errno;
  int descriptor = atomic_load(&wake_write);
  if (descriptor >= 0 && write(descriptor, "", 1) < 0) {
    // A full pipe wakes as well.
  }
  errno = saved_errno;
}

void ncshim_wake(void) {
  atomic_fetch_or(&flags, NCSHIM_WOKEN);
  wake_bytes();
}

// Made once and never closed, so that a late wake-up cannot hit a descriptor of somebody else.
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
    atomic_store(&unread_end, 0);
  }
  return taken;
}

// MARK: Handlers

static void set_default(int number) {
  struct sigaction action = {0};
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static void end_by(int number) {
  rescue_now();
  set_default(number);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void report(int number) {
  switch (number) {
  case SIGWINCH: atomic_fetch_or(&flags, NCSHIM_SIGNAL_WINCH); break;
  case SIGINT: atomic_fetch_or(&flags, NCSHIM_SIGNAL_INT); break;
  case SIGTSTP: atomic_fetch_or(&flags, NCSHIM_SIGNAL_TSTP); break;
  case SIGCONT: atomic_fetch_or(&flags, NCSHIM_SIGNAL_CONT); break;
  case SIGALRM: {
    int asked = atomic_load(&unread_end);
    if (asked) end_by(asked);
    return;
  }
  default:
    // Asked again before the first was read: the event loop is stuck.
    if (atomic_exchange(&unread_end, number) == number) {
      end_by(number);
      return;
    }
    atomic_fetch_or(&flags, number == SIGHUP ? NCSHIM_SIGNAL_HUP : NCSHIM_SIGNAL_TERM);
    alarm(PATIENCE_SECONDS);
  }
  wake_bytes();
}

static void give_back_and_die(int number, siginfo_t *info, void *context) {
  (void)context;
  if (number == SIGQUIT && atomic_load(&is_released)) return;  // meant for the child
  rescue_now();
  for (int i = 0; i < FATAL_COUNT; i++) {
    if (fatal[i] == number) sigaction(number, &fatal_before[i], NULL);
  }
  // A fault happens again when the handler returns, and then meets whoever handled it before us, such
  // as Swift's backtracer. Anything else is sent again; it is blocked until the handler returns.
  int is_fault = number == SIGSEGV || number == SIGILL || number == SIGBUS || number == SIGFPE;
  if (!(is_fault && info && info->si_code > 0)) raise(number);
}

static void install(int number, struct sigaction *before, int is_fatal) {
  // What the parent chose to ignore (nohup) stays ignored.
  if (before->sa_handler == SIG_IGN && !(before->sa_flags & SA_SIGINFO)) return;
  struct sigaction action = {0};
  sigemptyset(&action.sa_mask);
  if (is_fatal) {
    action.sa_sigaction = give_back_and_die;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaddset(&action.sa_mask, SIGTTOU);
  } else {
    action.sa_handler = report;
    action.sa_flags = SA_RESTART;
  }
  sigaction(number, &action, NULL);
}

// MARK: Installing

void signals_remember(void) {
  for (int i = 0; i < REPORTED_COUNT; i++) sigaction(reported[i], NULL, &reported_before[i]);
  for (int i = 0; i < FATAL_COUNT; i++) sigaction(fatal[i], NULL, &fatal_before[i]);
}

void signals_install(void) {
  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
    stack_t stack = {0};
    stack.ss_sp = alternate_stack;
    stack.ss_size = sizeof alternate_stack;
    sigaltstack(&stack, NULL);
  }
  atomic_store(&flags, 0);
  atomic_store(&unread_end, 0);
  for (int i = 0; i < REPORTED_COUNT; i++) install(reported[i], &reported_before[i], 0);
  for (int i = 0; i < FATAL_COUNT; i++) install(fatal[i], &fatal_before[i], 1);
}

void signals_restore(void) {
  alarm(0);
  for (int i = 0; i < REPORTED_COUNT; i++) sigaction(reported[i], &reported_before[i], NULL);
  for (int i = 0; i < FATAL_COUNT; i++) sigaction(fatal[i], &fatal_before[i], NULL);
}

void signals_release(void) {
  atomic_store(&is_released, 1);
  set_default(SIGTSTP);
}

void signals_reclaim(void) {
  atomic_store(&is_released, 0);
  for (int i = 0; i < REPORTED_COUNT; i++) {
    if (reported[i] == SIGTSTP) install(SIGTSTP, &reported_before[i], 0);
  }
  // What the child was told is not for us.
  atomic_fetch_and(&flags, ~(NCSHIM_SIGNAL_INT | NCSHIM_SIGNAL_CONT | NCSHIM_SIGNAL_TSTP));
}

void signals_stop_group(void) {
  atomic_fetch_and(&flags, ~NCSHIM_SIGNAL_CONT);
  kill(0, SIGTSTP);
  // The signal may be taken by another thread, a moment later. Where nobody would continue us (the
  // group is orphaned: no shell with job control), the system ignores it, and so do we.
  for (int i = 0; i < 40 && !(atomic_load(&flags) & NCSHIM_SIGNAL_CONT); i++) poll(NULL, 0, 5);
}
