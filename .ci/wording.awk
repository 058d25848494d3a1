# Prints the words of a list in the new lines of files; .ci/wording runs it. Input: the list, then a diff without
# context, with a line `whole FILE` for each file that is checked completely.

FNR == NR {
  if ($0 ~ /^#/ || split($0, entry, "\t") != 2) next
  pattern[++patterns] = "[^A-Za-z0-9_](" entry[1] ")[^A-Za-z0-9_]"
  hint[patterns] = entry[2]
  exact[patterns] = entry[1] ~ /[A-Z]/
  any = any (any == "" ? "" : "|") tolower(entry[1])
  next
}

# The diff. `left` counts the remaining lines of a hunk: their contents may look like a header.
# A line that was removed elsewhere was moved and is not new.
left > 0 && /^[-+]/ {
  if (/^-/) moved[trimmed(substr($0, 2))]
  left--
  next
}
/^whole / { add_file(substr($0, 7)); whole[path] = 1 }
/^\+\+\+ b\// { name = substr($0, 7); sub(/\t$/, "", name); add_file(name) }
/^@@ / {
  split($2, removed, ",")
  size = split($3, added, ",")
  count = size == 2 ? added[2] : 1
  left = count + ($2 ~ /,/ ? removed[2] : 1)
  for (i = 0; i < count; i++) is_new[path, added[1] + i]
}

END {
  for (i = 1; i <= files; i++) check(file[i])
  exit found > 0
}

function add_file(name) { path = name; file[++files] = name }

function trimmed(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }

function check(name,    line, number, kind, text) {
  kind = name ~ /\.(swift|c|h)$/ ? "code" : name ~ /\.md$/ ? "markdown" : ""
  if (name ~ /(^|\/)Makefile$|\.(yml|yaml|sh|py)$|^\.ci\/[^.]+(\.awk)?$|^Tests\/Tools\/run$/) kind = "lines"
  if (kind == "") return
  depth = 0; state = "code"; fenced = 0; quoted_until = 0; quoted_literal = 0
  for (number = 1; (getline line < name) > 0; number++) {
    is_quoted = quoted_until >= number || quoted_literal
    text = kind == "code" ? words_of_code(line, number) : kind == "markdown" ? words_of_markdown(line) : line
    if (kind != "code" && line ~ /^ *(#+ *)?> /) is_quoted = 1
    if (is_quoted || !((name, number) in is_new || name in whole)) continue
    if (trimmed(line) in moved) continue
    report(name, number, text)
  }
  close(name)
}

# Prints the words of the list in a line, except those in code spans and addresses.
function report(name, number, text,    i, start, size, word) {
  gsub(/`[^`]*`|https?:[^ )>]*/, " _ ", text)
  text = " " text " "
  # Fast path: most lines contain none of the words.
  if (tolower(text) !~ any) return
  for (i = 1; i <= patterns; i++) {
    while (match(exact[i] ? text : tolower(text), pattern[i])) {
      start = RSTART + 1
      size = RLENGTH - 2
      word = substr(text, start, size)
      text = substr(text, 1, start - 1) "_" substr(text, start + size)
      if (hint[i] == "-") continue
      printf "%s:%d: \"%s\" — write \"%s\" instead\n", name, number, word, hint[i]
      found++
    }
  }
}

function words_of_markdown(line) {
  if (line ~ /^ *(```|~~~)/) { fenced = !fenced; return "" }
  if (fenced) return ""
  gsub(/\]\([^)]*\)/, "] ", line)
  return line
}

# Returns the comments, strings and test names of a line of Swift or C. `state` (code, comment or string) is kept for
# the next line. Inside an interpolation, `stack` holds the ends of the surrounding strings.
function words_of_code(line, number,    text, before) {
  text = ""
  while (line != "") {
    if (state == "comment") {
      if (!match(line, /\*\//)) return text " " line
      text = text " " substr(line, 1, RSTART - 1)
      line = substr(line, RSTART + 2)
      state = "code"
    } else if (state == "string") {
      if (!match(line, /["\\]/)) { text = text line; break }
      text = text substr(line, 1, RSTART - 1)
      line = substr(line, RSTART)
      if (index(line, closing) == 1) {
        line = substr(line, length(closing) + 1)
        text = text " . "
        state = "code"
        if (closing ~ /^"""/) quoted_literal = 0
      } else if (index(line, "\\" hashes "(") == 1) {
        line = substr(line, length(hashes) + 3)
        text = text "_"
        stack[++depth] = closing; outer_hashes[depth] = hashes; parentheses[depth] = 0
        state = "code"
      } else if (substr(line, 1, 1) == "\\" && hashes == "") {
        text = text (line ~ /^\\[ntr]/ ? " " : "_")
        line = substr(line, 3)
      } else {
        text = text substr(line, 1, 1)
        line = substr(line, 2)
      }
    } else {
      if (!match(line, /\/\/|\/\*|#*"|#\/|[`()]/)) break
      before = substr(line, 1, RSTART - 1)
      token = substr(line, RSTART, RLENGTH)
      line = substr(line, RSTART + RLENGTH)
      if (token == "//") {
        if (line ~ /^\/? *>/) {
          is_quoted = 1
          if (before !~ /[^ ]/ && text == "") quoted_until = number + 1
        }
        text = text " " line
        break
      } else if (token == "/*") {
        state = "comment"
      } else if (token == "#/") {
        line = match(line, /\/#/) ? substr(line, RSTART + 2) : ""
      } else if (token == "`") {
        if (match(line, /`/) && substr(line, 1, RSTART - 1) ~ / /) text = text " " substr(line, 1, RSTART - 1) " . "
        line = RSTART ? substr(line, RSTART + 1) : ""
      } else if (token == "(") {
        parentheses[depth]++
      } else if (token == ")") {
        if (depth && !parentheses[depth]--) {
          closing = stack[depth]; hashes = outer_hashes[depth]; depth--
          state = "string"
        }
      } else {
        hashes = substr(token, 1, length(token) - 1)
        closing = "\"" hashes
        state = "string"
        if (index(line, "\"\"") == 1) {
          closing = "\"\"\"" hashes
          line = substr(line, 3)
          if (is_quoted) quoted_literal = 1
        }
        text = text " "
      }
    }
  }
  # Only a string in triple quotes continues on the next line.
  if (state == "string" && closing !~ /^"""/) state = "code"
  if (depth && stack[depth] !~ /^"""/ && state == "code") depth = 0
  return text
}
