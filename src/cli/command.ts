/** What a command may touch of the world. */
export interface Door {
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  /** Aborted with an `Interrupted` when the command shall stop. */
  signal: AbortSignal
}

export interface Command {
  help: string
  /** Gives the exit status. */
  run(args: string[], door: Door): Promise<number>
}

/** A command in the list of commands. What it works with is loaded when it is asked for: most runs need one. */
export interface ListedCommand {
  /** One line. */
  summary: string
  load(): Promise<Command>
}
