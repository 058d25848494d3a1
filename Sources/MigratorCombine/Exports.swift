// Who uses the publisher needs `sink` and its like: Combine, or what stands in for it.
#if canImport(Combine)
  @_exported public import Combine
#else
  @_exported public import OpenCombine
  @_exported public import OpenCombineDispatch
#endif
@_exported public import MigratorEngine
