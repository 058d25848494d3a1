// Child processes.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE

#include "migrator_platform.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

static int names(const char *entry, const char *name) {
  size_t length = strlen(name);
  return strncmp(entry, name, length) == 0 && (entry[length] == '=' || entry[length] == 0);
}

// The environment of this process without some variables, and with some entries `NAME=value`.
static const char **child_environment(const char *const *removals, const char *const *additions) {
  size_t count = 1;
  for (char **entry = environ; entry && *entry; entry++) count++;
  for (const char *const *entry = additions; *entry; entry++) count++;
  const char **result = calloc(count, sizeof *result);
  if (!result) return NULL;
  size_t used = 0;
  for (char **entry = environ; entry && *entry; entry++) {
    int is_removed = 0;
    for (const char *const *name = removals; *name; name++) is_removed |= names(*entry, *name);
    if (!is_removed) result[used++] = *entry;
  }
  for (const char *const *entry = additions; *entry; entry++) result[used++] = *entry;
  return result;
}

int platform_start(
    const char *const *arguments, const char *const *removals, const char *const *additions,
    int input, int output, int errors, int can_stop, int has_group) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  pid_t child;
  const char **environment = child_environment(removals, additions);
  if (!environment) return -1;
  if ((errno = posix_spawn_file_actions_init(&files)) != 0) {
    free(environment);
    return -1;
  }
  if ((errno = posix_spawnattr_init(&attributes)) != 0) {
    posix_spawn_file_actions_destroy(&files);
    free(environment);
    return -1;
  }
  posix_spawn_file_actions_adddup2(&files, input, 0);
  posix_spawn_file_actions_adddup2(&files, output, 1);
  posix_spawn_file_actions_adddup2(&files, errors, 2);
  // The child must not hold a pipe or a socket of this process open.
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#if defined(__APPLE__)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#elif defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  posix_spawn_file_actions_addclosefrom_np(&files, 3);
#endif
  // This process blocks and ignores signals; the child handles them in the default way.
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  if (!can_stop) sigdelset(&all, SIGTSTP);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  if (has_group) flags |= POSIX_SPAWN_SETPGROUP;
  posix_spawnattr_setflags(&attributes, flags);
  int error = posix_spawnp(
      &child, arguments[0], &files, &attributes, (char *const *)(uintptr_t)arguments,
      (char *const *)(uintptr_t)environment);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  free(environment);
  if (error != 0) {
    errno = error;
    return -1;
  }
  return child;
}

int platform_run(
    const char *const *arguments, const char *const *removals, const char *const *additions,
    int input, int output, int errors, int can_stop) {
  pid_t child =
      platform_start(arguments, removals, additions, input, output, errors, can_stop, 0);
  if (child < 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
