#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Returns the system's words for an error number.
func systemMessage(_ code: Int32) -> String {
  String(cString: strerror(code))
}
