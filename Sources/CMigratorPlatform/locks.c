#include "migrator_platform.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int platform_open_folder(const char *path) {
  return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int platform_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }

void platform_flag_set(int *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }

int platform_flag_is_set(const int *flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }
