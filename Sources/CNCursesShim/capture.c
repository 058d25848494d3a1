// Captures writes to standard output and error while the screen is open, because they would
// overwrite it. Replays them after the screen closes.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int kept_file = -1;
static volatile int saved_error = -1;
static volatile int saved_output = -1;

void capture_flush_stdio(void) {
  fflush(stdout);
  fflush(stderr);
}

static int open_kept_file(void) {
  const char *folder = getenv("TMPDIR");
  char path[PATH_MAX];
  int length = snprintf(
      path, sizeof path, "%s/migtui-XXXXXX", folder && *folder ? folder : "/tmp");
  if (length < 0 || (size_t)length >= sizeof path) return -1;
  int file = mkstemp(path);
  if (file < 0) return -1;
  unlink(path);
  fcntl(file, F_SETFD, FD_CLOEXEC);
  fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_APPEND);
  return file;
}

static int divert(int descriptor, int file) {
  if (!isatty(descriptor)) return -1;
  int saved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (saved >= 0 && dup2(file, descriptor) < 0) {
    close(saved);
    return -1;
  }
  return saved;
}

void capture_start(void) {
  if (kept_file >= 0 || !(isatty(STDERR_FILENO) || isatty(STDOUT_FILENO))) return;
  int file = open_kept_file();
  if (file < 0) return;  // continue without capture
  capture_flush_stdio();
  saved_error = divert(STDERR_FILENO, file);
  saved_output = divert(STDOUT_FILENO, file);
  kept_file = file;
}

static int target;

static void write_to_target(const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(target, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

// Captured output may contain text from the database, so control characters are printed escaped.
static void replay(int file, void (*write_bytes)(const char *, size_t)) {
  static const char digits[] = "0123456789ABCDEF";
  unsigned char in[512];
  char out[sizeof in * 4];
  ssize_t count;
  int after_c2 = 0;
  if (lseek(file, 0, SEEK_SET) < 0) return;
  while ((count = read(file, in, sizeof in)) > 0) {
    size_t length = 0;
    for (ssize_t i = 0; i < count; i++) {
      unsigned char byte = in[i];
      if (after_c2) {
        after_c2 = 0;
        if (byte < 0xA0) {
          out[length++] = '<';
          out[length++] = digits[byte >> 4];
          out[length++] = digits[byte & 15];
          out[length++] = '>';
          continue;
        }
        out[length++] = (char)0xC2;
      }
      if (byte == 0xC2) {
        after_c2 = 1;
      } else if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) {
        out[length++] = '^';
        out[length++] = (char)(byte ^ 0x40);
      } else {
        out[length++] = (char)byte;
      }
    }
    write_bytes(out, length);
  }
}

void capture_stop(void (*write_bytes)(const char *bytes, size_t count)) {
  int file = kept_file;
  if (file < 0) return;
  kept_file = -1;
  target = saved_error >= 0 ? STDERR_FILENO : STDOUT_FILENO;
  if (saved_error >= 0) {
    dup2(saved_error, STDERR_FILENO);
    close(saved_error);
    saved_error = -1;
  }
  if (saved_output >= 0) {
    dup2(saved_output, STDOUT_FILENO);
    close(saved_output);
    saved_output = -1;
  }
  replay(file, write_bytes ? write_bytes : write_to_target);
  close(file);
}
