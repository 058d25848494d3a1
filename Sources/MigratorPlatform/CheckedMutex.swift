internal import CMigratorPlatform

/// Makes a mutex that fails, instead of waiting for ever, when its own thread locks it again.
package func initializeCheckedMutex(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {
  platform_mutex_init_checked(mutex)
}
