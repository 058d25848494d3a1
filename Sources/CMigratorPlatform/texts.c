// Localized texts, which are in a module that a program may omit.
#include "migrator_platform.h"

__attribute__((weak)) void platform_add_localized_texts(void *database) { (void)database; }
