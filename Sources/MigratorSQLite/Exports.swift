// Clients that run SQL also need its syntax: quoted names, scripts and locations.
@_exported public import SQLSyntax
