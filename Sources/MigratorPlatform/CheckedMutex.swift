internal import CMigratorPlatform

/// Initializes a mutex that returns an error if the thread that holds it locks it again.
package func initializeCheckedMutex(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {
  platform_mutex_init_checked(mutex)
}
