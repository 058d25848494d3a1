// What is wrong is told with a place in a script, and groups are made of scripts.
@_exported public import SQLSyntax
