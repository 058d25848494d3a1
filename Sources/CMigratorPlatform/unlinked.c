// Unnamed files.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "migrator_platform.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int platform_unlinked_file(const char *folder) {
#ifdef O_TMPFILE
  int unnamed = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (unnamed >= 0) return unnamed;
#endif
  char path[4096];
  int length = snprintf(path, sizeof path, "%s/migtui-XXXXXX", folder);
  if (length < 0 || (size_t)length >= sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  // A signal between mkstemp and unlink would leave the file behind.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int descriptor = mkstemp(path);
  int failure = errno;
  if (descriptor >= 0) {
    unlink(path);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = failure;
  return descriptor;
}
