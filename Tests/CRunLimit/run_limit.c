// Ends a test run that hangs, whether it waits or computes. SwiftPM links this file into every test
// bundle, where it runs when the bundle is loaded.
#include "run_limit.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static void *end_run(void *unused) {
  (void)unused;
  unsigned left = RUN_LIMIT_SECONDS;
  while (left > 0) left = sleep(left);
  static const char message[] =
      "The test run reached its time limit. The tests that started and have no result hang.\n";
  // The run ends in any case.
  if (write(STDERR_FILENO, message, sizeof message - 1) < 0) abort();
  abort();
}

__attribute__((constructor)) static void limit_run(void) {
  // The thread leaves all signals to the tests.
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pthread_t thread;
  if (pthread_create(&thread, NULL, end_run, NULL) == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
}
