// What others on the machine may read of the data folder, where it was there before and the machine closes nothing.
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Attack } from '../attack.js'

const OF_OTHERS = 0o077

export const openFiles: Attack = {
  name: 'open-files',
  fault: 7,
  about: 'the service starts with umask 0 on a folder that others may enter',
  async run({ target }) {
    const { dataFolder } = target
    if (dataFolder === undefined) return { wrong: [], notes: ['not looked at: the data folder is not known'] }
    const entries = await readdir(dataFolder, { recursive: true })
    const open: string[] = []
    for (const name of ['.', ...entries]) {
      const found = await lstat(path.join(dataFolder, name)).catch(() => undefined)
      if (found && !found.isSymbolicLink() && (found.mode & OF_OTHERS) !== 0)
        open.push(`${name} (${(found.mode & 0o777).toString(8)})`)
    }
    const some = open.slice(0, 3).join(', ')
    return {
      wrong:
        open.length > 0
          ? [`${open.length} of ${entries.length + 1} are open to others, such as ${some}`]
          : [],
      notes: [`${entries.length + 1} files and folders`],
    }
  },
}
