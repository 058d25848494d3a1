#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

static int file = -1;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

void journal_open(void) {
  const char *path = getenv("FAULT_LOG");
  if (path) file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
}

static void put(const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t written = write(file, next, count);
    // The reader of the log detects a truncated record.
    if (written <= 0) return;
    next += written;
    count -= (size_t)written;
  }
}

void journal_add(enum change change, const char *name, sqlite3_int64 number, const void *bytes, int count) {
  if (file < 0 || name == NULL) return;
  unsigned char kind = (unsigned char)change;
  unsigned length = (unsigned)strlen(name), size = (unsigned)count;
  pthread_mutex_lock(&turn);
  put(&kind, 1);
  put(&length, sizeof length);
  put(name, length);
  put(&number, sizeof number);
  put(&size, sizeof size);
  put(bytes, size);
  pthread_mutex_unlock(&turn);
}
