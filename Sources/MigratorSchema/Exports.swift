// Clients that read schemas also need the names and kinds of their objects.
@_exported public import SQLSyntax
