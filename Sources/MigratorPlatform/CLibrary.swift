// Re-exports the C library of the platform. Only this file distinguishes the platforms' libraries.

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif
