/// The style of a page: light and dark, for phones, wide windows and paper.
///
/// All text has a contrast of at least 4.5 : 1. Colors only repeat the meaning of a sign or a word.
enum PageStyle {
  static let sheet: HTML = """
    :root { color-scheme: light dark; --paper: #ffffff; --back: #f4f6f8; --ink: #1c2127;
      --quiet: #4a5460; --rule: #c9d0d7; --code: #f4f6f8; --link: #0b57a4;
      --error: #9a1b1b; --error-back: #fdecec; --warning: #754600; --warning-back: #fdf3dc;
      --ok: #0b5d1e; --ok-back: #e6f4e9; --note: #0b57a4; --note-back: #e8f1fb;
      --added: #0b5d1e; --removed: #9a1b1b; --changed: #6a2a86; }
    @media screen and (prefers-color-scheme: dark) {
      :root { --paper: #1b2026; --back: #12161a; --ink: #e4e8ec; --quiet: #a9b4bf;
        --rule: #3b444d; --code: #12161a; --link: #7cb8f5;
        --error: #ff9c96; --error-back: #3d1d1f; --warning: #f0c04f; --warning-back: #382c10;
        --ok: #7fd796; --ok-back: #16321f; --note: #7cb8f5; --note-back: #152c45;
        --added: #7fd796; --removed: #ff9c96; --changed: #d6a6ee; } }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body { margin: 0; background: var(--back); color: var(--ink); overflow-wrap: anywhere;
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    header, main, footer { max-width: 70rem; margin: 0 auto; padding: 0 1rem; }
    header { padding-top: 1.5rem; }
    footer { padding-bottom: 2rem; color: var(--quiet); font-size: 0.875rem; }
    h1, h2, h3, h4 { line-height: 1.25; margin: 1.5rem 0 0.5rem; }
    h1 { font-size: 1.6rem; margin-top: 0; } h2 { font-size: 1.3rem; margin-top: 2.25rem; }
    h3 { font-size: 1.1rem; margin-top: 0; } h4 { font-size: 1rem; }
    p { margin: 0.5rem 0; } a { color: var(--link); }
    a:focus-visible, summary:focus-visible, [tabindex]:focus-visible {
      outline: 2px solid var(--link); outline-offset: 2px; }
    code, pre, .sql, .diff { font: 0.875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas,
      "DejaVu Sans Mono", monospace; }
    i { font-style: normal; color: var(--changed); text-decoration: underline dotted; }
    .quiet { color: var(--quiet); } .omitted { color: var(--quiet); font-style: italic; }
    .verdict { display: block; font-size: 1.1rem; font-weight: 600; padding: 0.75rem 1rem;
      border: 1px solid; border-left-width: 6px; border-radius: 6px; margin: 1rem 0; }
    .facts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 0.5rem 0; padding: 0;
      list-style: none; color: var(--quiet); font-size: 0.9375rem; }
    .facts b { color: var(--ink); font-weight: 600; }
    .card { background: var(--paper); border: 1px solid var(--rule); border-radius: 8px;
      padding: 1rem; margin: 0.75rem 0; }
    .finding { border-left-width: 6px; } .migration { padding-bottom: 1.25rem; }
    .tag { display: inline-block; border: 1px solid; border-radius: 4px; padding: 0 0.4rem;
      font-size: 0.875rem; font-weight: 600; white-space: nowrap; }
    .error { color: var(--error); background: var(--error-back); border-color: var(--error); }
    .warning { color: var(--warning); background: var(--warning-back);
      border-color: var(--warning); }
    .note, .off { color: var(--note); background: var(--note-back); border-color: var(--note); }
    .ok { color: var(--ok); background: var(--ok-back); border-color: var(--ok); }
    .finding.error, .finding.warning, .finding.note, .finding.off { color: var(--ink);
      background: var(--paper); border-color: var(--rule); }
    .finding.error { border-left-color: var(--error); }
    .finding.warning { border-left-color: var(--warning); }
    .finding.note, .finding.off { border-left-color: var(--note); }
    .finding h3 { font-size: 1rem; font-weight: 400; margin: 0; }
    .message { font-weight: 600; }
    .contents { padding: 0; margin: 0.5rem 0; list-style: none; columns: 20rem auto; }
    .contents li { padding: 0.25rem 0; border-bottom: 1px solid var(--rule);
      break-inside: avoid; }
    .effects { margin: 0.25rem 0; padding-left: 1.25rem; }
    .danger { color: var(--error); font-weight: 600; } .added { color: var(--added); }
    .removed { color: var(--removed); } .changed { color: var(--changed); }
    .heading { font-weight: 600; } .dim { color: var(--quiet); } .caution { color: var(--warning); }
    .wide { overflow-x: auto; margin: 0.5rem 0; }
    table { border-collapse: collapse; font-size: 0.9375rem; }
    caption { text-align: left; font-weight: 600; padding: 0.25rem 0; }
    th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0;
      border-bottom: 1px solid var(--rule); }
    th { font-weight: 600; color: var(--quiet); } th, .change { overflow-wrap: normal; }
    td { min-width: 7rem; } td code { white-space: pre-wrap; } .change { min-width: 4.5rem; }
    .change span:first-child { white-space: nowrap; }
    .more { display: block; color: var(--quiet); font-size: 0.875rem; }
    .sql, .diff { background: var(--code); border: 1px solid var(--rule); border-radius: 6px;
      padding: 0.5rem 0; margin: 0.5rem 0; list-style: none; }
    .sql li { display: grid; grid-template-columns: 3.5rem 1fr; padding-right: 0.5rem; }
    .sql .n { color: var(--quiet); text-align: right; padding-right: 0.75rem; user-select: none;
      -webkit-user-select: none; text-decoration: none; }
    .sql code, .diff code { font-size: inherit; white-space: pre-wrap; unicode-bidi: isolate; }
    .sql .at { grid-column: 1 / -1; margin: 0.25rem 0 0.5rem 3.5rem; padding: 0.25rem 0.75rem;
      border: 1px solid; border-left-width: 4px; border-radius: 4px;
      font: 0.875rem/1.5 system-ui, sans-serif; }
    .sql .marked { background: var(--error-back); font-weight: 600; }
    .sql .marked.w { background: var(--warning-back); }
    .sql .gap { display: block; padding-left: 3.5rem; color: var(--quiet); }
    .sql :target, .sql li:target { outline: 2px solid var(--link); }
    .diff span { display: block; padding: 0 0.5rem 0 2rem; text-indent: -1.25rem; }
    .paste { display: block; background: var(--code); border: 1px solid var(--rule);
      border-radius: 6px; padding: 0.5rem 0.75rem; white-space: pre-wrap; user-select: all;
      -webkit-user-select: all; }
    .option { display: inline-block; } .facts code { user-select: all; -webkit-user-select: all; }
    .card + h3 { margin-top: 1.5rem; }
    figure { margin: 0.5rem 0; } svg { display: block; height: auto; max-width: none; }
    summary { cursor: pointer; color: var(--link); }
    @media (max-width: 40rem) { body { font-size: 15px; } header, main, footer { padding-left:
      0.75rem; padding-right: 0.75rem; } .card { padding: 0.75rem; }
      th, td { padding-right: 0.5rem; }
      .sql li { grid-template-columns: 2.25rem 1fr; } .sql .n { padding-right: 0.5rem; }
      .sql .at, .sql .gap { margin-left: 0.5rem; } }
    @media print { body { background: none; font-size: 10pt; } .card { border-color: #999999;
        break-inside: auto; } tr, .sql li, .verdict, figure { break-inside: avoid; }
      h2, h3, h4 { break-after: avoid; } .wide { overflow: visible; } svg { max-width: 100%; }
      details::details-content { content-visibility: visible; block-size: auto; }
      summary { color: inherit; } * { print-color-adjust: exact;
        -webkit-print-color-adjust: exact; } }

    """
}
