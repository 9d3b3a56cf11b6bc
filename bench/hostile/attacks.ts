import type { Attack } from './attack.js'
import { absurdSamples } from './attacks/absurd-samples.js'
import { batches } from './attacks/batches.js'
import { deleted } from './attacks/deleted.js'
import { droppedConnection } from './attacks/dropped-connection.js'
import { explodingScripts } from './attacks/exploding-scripts.js'
import { keyScopes } from './attacks/key-scopes.js'
import { noSpeech } from './attacks/no-speech.js'
import { oddScripts } from './attacks/odd-scripts.js'
import { openFiles } from './attacks/open-files.js'
import { revoked } from './attacks/revoked.js'
import { silentHours } from './attacks/silent-hours.js'
import { slowUploads } from './attacks/slow-uploads.js'

/** Those that are over soon come first; by the time files are looked at, there are some of every kind. */
export const attacks: Attack[] = [
  ...revoked,
  keyScopes,
  absurdSamples,
  oddScripts,
  droppedConnection,
  deleted,
  noSpeech,
  openFiles,
  ...explodingScripts,
  ...slowUploads,
  silentHours,
  ...batches,
]
