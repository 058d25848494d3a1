import MigratorPlatform

/// A script for a shell that completes the arguments of a program.
///
/// It contains no commands or options. It sends a ``CompletionRequest`` to the program and offers
/// the answer as data. zsh and fish quote inserted words themselves; for bash, the program quotes
/// them. In bash, `compgen -W` would run command substitutions in a name, and
/// `complete -o filenames` does not escape `$` and backquotes.
struct CompletionScript {
  enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
  }

  let text: String

  /// Creates the script for a program.
  ///
  /// - Parameters:
  ///   - shell: The shell.
  ///   - program: The name of the program.
  init(for shell: Shell, of program: String) {
    let identifier = String(
      program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    text =
      switch shell {
      case .bash: Self.bash("_" + identifier, Self.posixQuoted(program))
      case .zsh: Self.zsh("_" + identifier, program)
      case .fish: Self.fish("__" + identifier, Self.fishQuoted(program))
      }
  }

  // bash 3.2, the version of macOS, has `read -d ''` and arrays, but not the optional `compopt`.
  private static func bash(_ function: String, _ program: String) -> String {
    """
    # Completions for bash. Names from databases and folders are data: no word is expanded.
    \(function)() {
      local program=$1 word
      local -a answer=()
      [[ $program == '~/'* ]] && program=$HOME${program:1}
      COMPREPLY=()
      while IFS= read -r -d '' word; do
        answer+=("$word")
      done < <("$program" ---complete bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
      # Without candidates, bash completes file names.
      [[ ${answer[0]} == words ]] || return
      type compopt >/dev/null 2>&1 && compopt +o default +o bashdefault
      COMPREPLY=("${answer[@]:1}")
    }
    complete -o bashdefault -o default -F \(function) -- \(program)
    """
  }

  private static func zsh(_ function: String, _ program: String) -> String {
    """
    #compdef \(program)
    # Completions for zsh. Names from databases and folders are data: no word is expanded.
    \(function)() {
      local program=${(Q)words[1]} index
      local -a answer candidates displays
      [[ $program == '~/'* ]] && program=$HOME${program[2,-1]}
      answer=("${(@0)$("$program" ---complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      if [[ $answer[1] != words ]]; then
        [[ $PREFIX == --*=* ]] && compset -P 1 '*='
        _files
        return
      fi
      for (( index = 2; index < $#answer; index += 2 )); do
        candidates+=("$answer[index]")
        displays+=("$answer[index]${answer[index+1]:+  -- $answer[index+1]}")
      done
      compadd -l -d displays -a candidates
    }
    if [[ $funcstack[1] == \(function) ]]; then
      \(function) "$@"
    else
      compdef \(function) \(posixQuoted(program))
    fi
    """
  }

  private static func fish(_ function: String, _ program: String) -> String {
    """
    # Completions for fish. Names from databases and folders are data: no word is expanded.
    function \(function)_complete
      set -l words (commandline -opc)
      set -l current (commandline -ct | string unescape)
      set -l program $words[1]
      string match -q '~/*' -- $program; and set program $HOME(string sub -s 2 -- $program)
      set -l answer ($program ---complete fish $words[2..-1] "$current" 2>/dev/null | string split0)
      set -g \(function)_candidates
      if test "$answer[1]" != words
        # fish does not complete file names if an option and its value are one word.
        set -l option (string match -r -- '^--[^=]*=' "$current")
        test -n "$option"; or return 1
        for file in (__fish_complete_path (string sub -s (math 1 + (string length -- $option)) -- "$current"))
          set -a \(function)_candidates $option$file
        end
        return 0
      end
      for index in (seq 2 2 (count $answer))
        set -a \(function)_candidates (printf '%s\\t%s' $answer[$index] $answer[(math $index + 1)])
      end
      return 0
    end
    complete -c \(program) -e
    complete -c \(program) -n \(function)_complete -f -a '$\(function)_candidates'
    """
  }

  private static func posixQuoted(_ text: String) -> String {
    "'" + text.escaping(["'": "'\\''"]) + "'"
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.escaping(["'": "\\'", "\\": "\\\\"]) + "'"
  }
}
