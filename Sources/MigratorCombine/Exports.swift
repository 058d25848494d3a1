// Callers of the publisher need `sink` and similar operators, from Combine or OpenCombine.
#if canImport(Combine)
  @_exported public import Combine
#else
  @_exported public import OpenCombine
  @_exported public import OpenCombineDispatch
#endif
@_exported public import MigratorEngine
