// Handling of Ctrl-C, SIGTERM and SIGHUP.
//
// A thread waits for these signals, so that no code runs in a signal handler.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "migrator_platform.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

// How long a write may block after a signal before the process exits.
enum { LIMIT_MILLISECONDS = 1000 };

// Signals this close to the first are the same request: GNU timeout sends two at once.
enum { SAME_MILLISECONDS = 100 };

static sigset_t requests;
static void (*take_request)(int);
static atomic_int first;
static pthread_t waiting;

// Forwards a signal to the waiting thread. Threads that do not block the signal, such as earlier
// ones or those of a pool, can receive it instead.
static void hand_on(int number) { pthread_kill(waiting, number); }

static void *watch_output(void *unused) {
  (void)unused;
  for (;;) {
    unsigned begun, ended, begun_later, ended_later;
    platform_write_counts(&begun, &ended);
    poll(NULL, 0, LIMIT_MILLISECONDS);
    platform_write_counts(&begun_later, &ended_later);
    int is_stuck = begun != ended && ended == ended_later;
    if (is_stuck) platform_exit(128 + atomic_load(&first));
  }
}

static long long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static int start(void *(*body)(void *), pthread_t *thread) {
  int result = pthread_create(thread, NULL, body, NULL);
  if (result == 0) pthread_detach(*thread);
  return result;
}

static void *wait_for_requests(void *unused) {
  (void)unused;
  int number = 0;
  long long begun = 0;
  while (sigwait(&requests, &number) == 0) {
    int nothing = 0;
    if (!atomic_compare_exchange_strong(&first, &nothing, number)) {
      if (milliseconds() - begun < SAME_MILLISECONDS) continue;
      platform_exit(128 + number);
    }
    begun = milliseconds();
    take_request(number);
    pthread_t watcher;
    start(watch_output, &watcher);
  }
  return NULL;
}

void platform_take_requests(void (*take)(int number)) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  take_request = take;
  sigemptyset(&requests);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction action;
    sigaction(numbers[i], NULL, &action);
    // A signal that the parent ignores (nohup) is left ignored; sigwait would receive it if
    // blocked.
    int is_ignored = !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN;
    if (!is_ignored) sigaddset(&requests, numbers[i]);
  }
  pthread_sigmask(SIG_BLOCK, &requests, NULL);
  if (start(wait_for_requests, &waiting) != 0) return;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    if (!sigismember(&requests, numbers[i])) continue;
    struct sigaction action = {.sa_handler = hand_on, .sa_flags = SA_ONSTACK | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(numbers[i], &action, NULL);
  }
}

void platform_unblock_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
}
