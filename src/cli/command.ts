/** What a command may touch of the world. */
export interface Door {
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  /** Aborted with an `Interrupted` when the command shall stop. */
  signal: AbortSignal
}

export interface Command {
  /** One line for the list of commands. */
  summary: string
  help: string
  /** Gives the exit status. */
  run(args: string[], door: Door): Promise<number>
}
