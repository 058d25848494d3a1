// Whoever runs SQL writes it, too: names are quoted and compared, scripts are statements with places.
@_exported public import SQLSyntax
