// Memory-mapped files.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "migrator_platform.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__linux__) && !defined(MADV_POPULATE_WRITE)
#define MADV_POPULATE_WRITE 23  // Linux 5.14
#endif

int platform_can_reserve_mapped(void) {
#ifdef __linux__
  return 1;
#else
  return 0;
#endif
}

int platform_reserve_mapped(volatile void *address, size_t size) {
#ifdef __linux__
  // madvise requires a page-aligned address.
  uintptr_t start = (uintptr_t)address, mask = (uintptr_t)sysconf(_SC_PAGESIZE) - 1;
  size += start & mask;
  // > EFAULT: Populating (prefaulting) page tables failed because a SIGBUS would have been
  // > generated on actual memory access and the reason is not a HW poisoned page.
  // Source: madvise(2). Older kernels do not support MADV_POPULATE_WRITE.
  if (madvise((void *)(start & ~mask), size, MADV_POPULATE_WRITE) != 0 && errno == EFAULT) {
    errno = ENOSPC;
    return -1;
  }
#else
  (void)address, (void)size;
#endif
  return 0;
}
