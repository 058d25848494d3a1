// Functions whose implementation differs between systems.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "migrator_platform.h"

#include <pthread.h>

int platform_mutex_init_checked(void *mutex) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  int result = pthread_mutex_init(mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return result;
}
