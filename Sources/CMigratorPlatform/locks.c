#include "migrator_platform.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int platform_open_folder(const char *path) {
  return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int platform_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }
