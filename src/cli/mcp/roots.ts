// Which files a model may name: those below the folders that a person gave, and nothing that a link leads out of them.
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { ToolFault } from '../../mcp/backend.js'
import { UsageError } from '../exit.js'

export class Roots {
  private constructor(readonly folders: readonly string[]) {}

  static async open(folders: readonly string[]): Promise<Roots> {
    return new Roots(
      await Promise.all(
        folders.map((folder) =>
          realpath(folder).catch((cause) => {
            throw new UsageError(`the root ${folder} cannot be read (${cause.code})`)
          }),
        ),
      ),
    )
  }

  /**
   * Where the file or folder really is. Whether something outside of the roots exists is not told: a model that asks for it gets
   * the same answer in either case.
   */
  async real(named: string): Promise<string> {
    for (const root of this.folders) {
      const there = await realpath(path.resolve(root, named)).catch(() => undefined)
      if (there !== undefined && this.holds(there)) return there
    }
    throw new ToolFault(
      `"${named}" is not there, or not below a folder that may be read: ${this.folders.join(', ')}`,
    )
  }

  holds(real: string): boolean {
    return this.folders.some((root) => {
      const relative = path.relative(root, real)
      return relative === '' || (relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative))
    })
  }
}
