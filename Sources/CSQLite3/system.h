// Nothing but the library: the functions stand in shim.h.
