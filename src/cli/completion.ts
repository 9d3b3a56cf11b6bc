// Completion of commands, options and file names in the shell. Options are read from the help of each command, so that what is
// completed is what the help tells of.
import type { Command, ListedCommand } from './command.js'
import { exitStatus, UsageError } from './exit.js'

const help = `Usage: audio-audit completion bash|zsh|fish

Prints a script by which the shell completes commands, options and file names.

  bash   audio-audit completion bash > ~/.local/share/bash-completion/completions/audio-audit
  zsh    audio-audit completion zsh > "\${fpath[1]}/_audio-audit"
  fish   audio-audit completion fish > ~/.config/fish/completions/audio-audit.fish

Then open a new shell.
`

type Described = [name: string, { summary: string; help: string }][]

const shells: Record<string, (commands: Described) => string> = { bash, zsh, fish }

export function completionCommand(commands: Record<string, ListedCommand>): Command {
  return {
    help,
    run: async ([shell = '', ...more], { stdout }) => {
      if (!Object.hasOwn(shells, shell) || more.length > 0) {
        throw new UsageError(`name one shell: ${Object.keys(shells).join(', ')}`)
      }
      const described = Object.entries(commands).map(
        async ([name, { summary, load }]): Promise<Described[number]> => [
          name,
          { summary, help: (await load()).help },
        ],
      )
      stdout.write(shells[shell](await Promise.all(described)))
      return exitStatus.done
    },
  }
}

/** Every --option that a help tells of, in its order. */
export function optionsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/(?<=^|[\s[|])--[a-z][a-z-]*/gm)].map(([option]) => option))]
}

function bash(commands: Described): string {
  const cases = commands.map(([name, { help }]) => `    ${name}) options="${optionsIn(help).join(' ')}" ;;`)
  return `# bash completion of audio-audit
_audio_audit() {
  local word="\${COMP_WORDS[COMP_CWORD]}" options=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(([name]) => name).join(' ')} --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  # Without an option file names are completed.
  if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word")); fi
}
complete -o default -o bashdefault -F _audio_audit audio-audit
`
}

function zsh(commands: Described): string {
  const named = commands.map(([name, { summary }]) => `    ${single(`${name}:${summary}`)}`)
  const cases = commands.map(([name, { help }]) => `    ${name}) options=(${optionsIn(help).join(' ')}) ;;`)
  return `#compdef audio-audit
_audio_audit() {
  local -a commands options
  commands=(
${named.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "\${words[2]}" in
${cases.join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then compadd -- $options; else _files; fi
}
# Loaded by the shell it is called at once; read with "source" it waits to be asked.
if [ "$funcstack[1]" = "_audio-audit" ]; then _audio_audit "$@"; else compdef _audio_audit audio-audit; fi
`
}

function fish(commands: Described): string {
  const first = commands.map(
    ([name, { summary }]) =>
      `complete -c audio-audit -n __fish_use_subcommand -f -a ${name} -d ${single(summary)}`,
  )
  const options = commands.flatMap(([name, { help }]) =>
    optionsIn(help).map(
      (option) => `complete -c audio-audit -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
    ),
  )
  return `# fish completion of audio-audit\n${[...first, ...options].join('\n')}\n`
}

/** Between single quotes, where nothing but a quote has a meaning. */
function single(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
