// The public API uses `ScriptLocation` and `SQLScript`.
@_exported public import SQLSyntax
