// Imports only the library; the functions are in shim.h.
