// Cleanup when a signal ends the process: removes scratch files and restores the terminal.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "migrator_platform.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Signals that indicate a bug. Existing handlers, such as Swift's backtracer, are still called.
static const int crashes[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSYS};
// Signals that end the process by default.
static const int ends[] = {SIGQUIT, SIGHUP,  SIGINT,  SIGTERM,   SIGPIPE, SIGALRM,
                           SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF, SIGXFSZ,
#ifdef __linux__
                           SIGIO,   SIGPWR,  SIGSTKFLT,
#endif
};

enum { WRITE_MILLISECONDS = 500 };
enum { CRASH_COUNT = sizeof crashes / sizeof *crashes, END_COUNT = sizeof ends / sizeof *ends };

static struct sigaction reporters[CRASH_COUNT];  // the previous crash handlers
static _Atomic(void (*)(void)) rescue;
static atomic_int dying;
static _Atomic(const char *) lost_page_message;
static int lost_page_status;
static char alternate_stack[64 * 1024];

static void block_all(void) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
}

void platform_await_death(void) {
  while (atomic_load(&dying)) pause();
}

// Returns in only one thread; other threads wait here until the process ends.
static void clean_up(int number) {
  block_all();
  int nothing = 0;
  if (!atomic_compare_exchange_strong(&dying, &nothing, number)) platform_await_death();
  void (*give_back)(void) = atomic_load(&rescue);
  if (give_back) give_back();
  platform_scratch_remove();
}

static _Noreturn void end_by(int number) {
  platform_scratch_remove();  // files that other threads have created since
  struct sigaction action = {0};
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  // Only the init process of a container survives an unhandled signal.
  _exit(128 + number);
}

_Noreturn void platform_die(int number) {
  clean_up(number);
  end_by(number);
}

_Noreturn void platform_exit(int status) {
  clean_up(SIGTERM);
  _exit(status);
}

static void end(int number) { platform_die(number); }

// True if the process itself caused the signal, instead of another process that sent it.
static int is_own_fault(int number, const siginfo_t *info) {
  if (!info) return 0;
  if (info->si_code > 0) return number != SIGABRT;
  return info->si_pid == getpid();
}

// Swift's backtracer reads memory in a thread that inherits the signal mask. It relies on a signal
// to detect unreadable memory. If that signal is blocked, the process ends in the middle of the
// report. A reporter that itself crashes ends the process as well.
static void let_faults_through(void) {
  static const int faults[] = {SIGSEGV, SIGBUS};
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    sigaction(faults[i], &action, NULL);
    sigaddset(&set, faults[i]);
  }
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

// Exits if a page of a mapped file could not be read or allocated. SQLite maps the -shm file of a
// database in WAL mode, so the cause is the disk, not the program.
static void exit_for_lost_page(int number, const siginfo_t *info) {
  const char *message = atomic_load(&lost_page_message);
  if (number != SIGBUS || !info || info->si_code != BUS_ADRERR || !message) return;
  // A terminal that does not read must not block the exit; the status still reports the failure.
  struct pollfd errors = {.fd = STDERR_FILENO, .events = POLLOUT};
  if (poll(&errors, 1, WRITE_MILLISECONDS) > 0 && write(STDERR_FILENO, message, strlen(message)) < 0) {
    // A failed write cannot be reported.
  }
  platform_scratch_remove();  // files that other threads have created since
  _exit(lost_page_status);
}

static void crash(int number, siginfo_t *info, void *context) {
  clean_up(number);
  exit_for_lost_page(number, info);
  let_faults_through();
  for (int i = 0; i < CRASH_COUNT; i++) {
    if (crashes[i] != number || !is_own_fault(number, info)) continue;
    const struct sigaction *reporter = &reporters[i];
    if (reporter->sa_flags & SA_SIGINFO) {
      reporter->sa_sigaction(number, info, context);
    } else if (reporter->sa_handler != SIG_DFL) {
      reporter->sa_handler(number);
    }
  }
  end_by(number);
}

static int is_ignored(const struct sigaction *action) {
  return !(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_IGN;
}

static void set_handler(int number, struct sigaction *action) {
  sigfillset(&action->sa_mask);
  sigaction(number, action, NULL);
}

static void install_end(int number, void (*reporter)(int)) {
  struct sigaction action = {.sa_handler = end, .sa_flags = SA_ONSTACK}, before;
  if (sigaction(number, NULL, &before) != 0) return;
  // Swift's backtracer also handles SIGQUIT: it prints a report, and the process would continue.
  int is_free = before.sa_handler == SIG_DFL || before.sa_handler == reporter;
  if (!is_ignored(&before) && is_free) set_handler(number, &action);
}

static void install(void) {
  // After a stack overflow, the handler needs another stack.
  stack_t stack;
  if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
    stack = (stack_t){.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
    sigaltstack(&stack, NULL);
  }
  void (*reporter)(int) = SIG_DFL;
  for (int i = 0; i < CRASH_COUNT; i++) {
    struct sigaction action = {.sa_sigaction = crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(crashes[i], NULL, &reporters[i]);
    if (crashes[i] == SIGILL) reporter = reporters[i].sa_handler;
    if (!is_ignored(&reporters[i])) set_handler(crashes[i], &action);
  }
  for (int i = 0; i < END_COUNT; i++) install_end(ends[i], reporter);
#ifdef __linux__
  // Real-time signals; a service manager may stop a process with one of them.
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) install_end(number, reporter);
#endif
  // While a signal ends the process, another thread must not exit with another status.
  atexit(platform_await_death);
}

void platform_death_watch(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
}

void platform_death_set_rescue(void (*function)(void)) { atomic_store(&rescue, function); }

void platform_death_set_lost_page(const char *message, int status) {
  if (atomic_load(&lost_page_message)) return;
  lost_page_status = status;
  atomic_store(&lost_page_message, message);
  platform_death_watch();
}
