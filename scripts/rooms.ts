// npm run rooms: prints every import that the table in CONTRIBUTING.md forbids, and every circle of files.
import { fileURLToPath } from 'node:url'
import { faultsOf } from './rooms/house.js'

const { files, imports, ...faults } = faultsOf(fileURLToPath(new URL('..', import.meta.url)))
const { roomless, forbidden, circles } = faults
for (const line of [...roomless, ...forbidden, ...circles.map((circle) => `circle: ${circle}`)]) {
  console.log(line)
}
console.log(
  `${files} files with ${imports} imports of each other: ${roomless.length} in no room, ${forbidden.length} forbidden imports, ${circles.length} circles`,
)
if (roomless.length + forbidden.length + circles.length > 0) process.exitCode = 1
