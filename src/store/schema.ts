// The tables as queries see them. What makes them is in migrations/; a test holds the two together.
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { type KeyScope, keyScopes } from './key-scopes.js'
import { deliveryStates, disablingReasons, type WebhookEvent, webhookEvents } from './webhook-names.js'

/**
 * JSON as text. Names come from strangers and may hold what the text of PostgreSQL cannot (a NUL, half a surrogate
 * pair); JSON writes these as escapes. Unlike jsonb it comes back in the order and to the digit in which it was written.
 */
const jsonText = <Value>(name: string) =>
  customType<{ data: Value; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (written) => JSON.parse(written) as Value,
  })(name)

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** To the millisecond, as Date has it: a finer time would be cut on the way through a cursor. */
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Thousandths of a credit: whole numbers, so that half a credit and sums of it are exact. */
const milliCredits = (name: string) => bigint(name, { mode: 'number' })

export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  name: jsonText<string>('name').notNull(),
  /** The sum of the account's entries in the ledger; the database refuses a negative one. */
  balanceMilli: milliCredits('balance_milli').notNull().default(0),
  /** Entries in the ledger so far. The database counts them. */
  entryCount: bigint('entry_count', { mode: 'number' }).notNull().default(0),
  createdAt: time('created_at').notNull().defaultNow(),
})

export const apiKeys = pgTable('api_keys', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  name: jsonText<string>('name').notNull(),
  /** The beginning of the key, by which its owner knows it again. */
  prefix: text('prefix').notNull(),
  sha256: text('sha256').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  lastUsedAt: time('last_used_at'),
  revokedAt: time('revoked_at'),
  scopes: jsonText<KeyScope[]>('scopes')
    .notNull()
    .default([...keyScopes]),
  expiresAt: time('expires_at'),
})

/** Of the web app. They are known by the hash of what the browser keeps, and end with their key. */
export const sessions = pgTable('sessions', {
  sha256: text('sha256').primaryKey(),
  keyId: text('key_id').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
})

export const reservationStates = ['open', 'settled', 'released'] as const
export type ReservationState = (typeof reservationStates)[number]

export const reservations = pgTable('reservations', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  amountMilli: milliCredits('amount_milli').notNull(),
  state: text('state', { enum: reservationStates }).notNull().default('open'),
  /** When nobody has renewed it by then, whoever made it is gone and the credits go back. */
  leaseUntil: time('lease_until').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
})

export const entryKinds = ['grant', 'reservation', 'settlement', 'release'] as const
export type EntryKind = (typeof entryKinds)[number]

/** The ledger. The database refuses to change or delete a row of it. */
export const creditEntries = pgTable('credit_entries', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  accountId: text('account_id').notNull(),
  kind: text('kind', { enum: entryKinds }).notNull(),
  /** What is added to the balance: negative for a reservation. */
  amountMilli: milliCredits('amount_milli').notNull(),
  balanceAfterMilli: milliCredits('balance_after_milli').notNull(),
  reservationId: text('reservation_id'),
  auditId: text('audit_id'),
  note: jsonText<string>('note').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  /** 1, 2, 3 and so on within the account. The database gives it, whatever is written here. */
  number: bigint('number', { mode: 'number' }).notNull().default(0),
})

export const auditStates = ['running', 'done', 'failed'] as const
export type AuditState = (typeof auditStates)[number]

export interface StoredFailure {
  code: string
  message: string
  details?: unknown
}

export const audits = pgTable('audits', {
  id: text('id').primaryKey(),
  caller: text('caller').notNull(),
  state: text('state', { enum: auditStates }).notNull().default('running'),
  source: text('source').notNull(),
  selectedAnalyses: jsonText<string[]>('selected_analyses').notNull(),
  accuracy: text('accuracy').notNull(),
  fileNames: jsonText<string[]>('file_names').notNull(),
  fileCount: integer('file_count').notNull(),
  reservationId: text('reservation_id'),
  leaseUntil: time('lease_until').notNull(),
  regenCount: integer('regen_count'),
  creditsUsedMilli: milliCredits('credits_used_milli'),
  /** As in the result. */
  score: doublePrecision('score'),
  summary: jsonText<string>('summary'),
  /** JSON, handed on as it is: a page of a hundred audits is megabytes that nobody needs to parse and write again. */
  result: text('result'),
  failure: jsonText<StoredFailure>('failure'),
  reportTokenSha256: text('report_token_sha256'),
  reportRevokedAt: time('report_revoked_at'),
  /** Since then the audio is gone and with it the rows of audit_files. */
  audioDeletedAt: time('audio_deleted_at'),
  createdAt: time('created_at').notNull().defaultNow(),
  finishedAt: time('finished_at'),
  /** The key that it was made with. */
  keyId: text('key_id'),
  /** What its owner calls it. */
  name: jsonText<string>('name'),
  /** Null while it waits for its turn. */
  beganAt: time('began_at'),
  /** Of one that runs, as its process has last told. */
  filesDone: integer('files_done').notNull().default(0),
  timeLeftSec: integer('time_left_sec'),
  /** Where its end is told, beside the endpoints of the account. */
  webhookUrl: text('webhook_url'),
})

/** The audio of an audit. A blob lives as long as a row here, or one of kept_files or passing_audio, speaks of it. */
export const auditFiles = pgTable(
  'audit_files',
  {
    auditId: text('audit_id').notNull(),
    position: integer('position').notNull(),
    caller: text('caller').notNull(),
    name: jsonText<string>('name').notNull(),
    sha256: text('sha256').notNull(),
    byteCount: bigint('byte_count', { mode: 'number' }).notNull(),
    mediaType: text('media_type').notNull(),
  },
  (table) => [primaryKey({ columns: [table.auditId, table.position] })],
)

/** Audio that is only listened to, and gone when that is done, or at the latest when it expires. */
export const passingAudio = pgTable(
  'passing_audio',
  {
    id: text('id').notNull(),
    caller: text('caller').notNull(),
    sha256: text('sha256').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.sha256] })],
)

/** The contents that an audit is about, while it is running or done. Findings and decisions live no longer than a row here speaks of them. */
export const auditContents = pgTable(
  'audit_contents',
  {
    auditId: text('audit_id').notNull(),
    caller: text('caller').notNull(),
    sha256: text('sha256').notNull(),
    /** Which of its files have that content; null where a version before did not say. */
    positions: jsonText<number[]>('positions'),
  },
  (table) => [primaryKey({ columns: [table.auditId, table.sha256] })],
)

/** What lies in the folder or bucket, or is about to. */
export const blobs = pgTable(
  'blobs',
  {
    caller: text('caller').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.sha256] })],
)

/** What players draw, computed at the first look. Goes with the row of the blob. */
export const waveforms = pgTable(
  'waveforms',
  {
    caller: text('caller').notNull(),
    sha256: text('sha256').notNull(),
    version: integer('version').notNull(),
    json: text('json').notNull(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.sha256] })],
)

export const findings = pgTable(
  'findings',
  {
    caller: text('caller').notNull(),
    /** Hash of all that the findings depend on: content, check and its version, options, recogniser. */
    key: text('key').notNull(),
    /** Of the file that they were found in. */
    contentSha256: text('content_sha256').notNull(),
    bytes: bytes('bytes').notNull(),
    usedAt: time('used_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.key] })],
)

export const decisionChoices = ['retake', 'accept', 'falseAlarm'] as const
export type DecisionChoice = (typeof decisionChoices)[number]

/** What a person has decided about an issue. One for each issue of a content: deciding again replaces it. */
export const decisions = pgTable(
  'decisions',
  {
    caller: text('caller').notNull(),
    contentSha256: text('content_sha256').notNull(),
    checkName: text('check_name').notNull(),
    kind: text('kind').notNull(),
    /** `timeSec` as a text, empty where it is null: part of the key. */
    place: text('place').notNull(),
    /** Null once the audit that it was made in was deleted. */
    auditId: text('audit_id'),
    position: integer('position').notNull(),
    timeSec: doublePrecision('time_sec'),
    endSec: doublePrecision('end_sec'),
    confidence: doublePrecision('confidence'),
    decision: text('decision', { enum: decisionChoices }).notNull(),
    note: jsonText<string>('note').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.contentSha256, table.checkName, table.kind, table.place] }),
  ],
)

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    caller: text('caller').notNull(),
    keySha256: text('key_sha256').notNull(),
    requestSha256: text('request_sha256').notNull(),
    auditId: text('audit_id').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.keySha256] })],
)

/** Prices told to callers without a key. */
export const quotes = pgTable('quotes', {
  id: text('id').primaryKey(),
  requestSha256: text('request_sha256').notNull(),
  filesSha256: jsonText<string[]>('files_sha256').notNull(),
  wallet: text('wallet'),
  priceMilli: milliCredits('price_milli').notNull(),
  files: integer('files').notNull(),
  checks: integer('checks').notNull(),
  cached: integer('cached').notNull(),
  requirements: jsonText<object>('requirements').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
})

/** Requests that wait for their payment, so that it need not come with the files again. By the id of the quote. */
export const keptRequests = pgTable('kept_requests', {
  id: text('id').primaryKey(),
  /** On whose shelf the files lie: see `senderCaller`. */
  sender: text('sender').notNull(),
  query: jsonText<object>('query').notNull(),
  fields: jsonText<[name: string, value: string][]>('fields').notNull(),
  byteCount: bigint('byte_count', { mode: 'number' }).notNull(),
  /** False until every file lies there. */
  isWhole: boolean('is_whole').notNull().default(false),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
})

export const keptFiles = pgTable(
  'kept_files',
  {
    requestId: text('request_id').notNull(),
    position: integer('position').notNull(),
    caller: text('caller').notNull(),
    name: jsonText<string>('name').notNull(),
    sha256: text('sha256').notNull(),
    byteCount: bigint('byte_count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.requestId, table.position] })],
)

export const paymentStates = ['reserved', 'settling', 'settled'] as const
export type PaymentState = (typeof paymentStates)[number]

/** Authorisations of wallets, each for one audit. */
export const payments = pgTable(
  'payments',
  {
    network: text('network').notNull(),
    asset: text('asset').notNull(),
    payer: text('payer').notNull(),
    nonce: text('nonce').notNull(),
    state: text('state', { enum: paymentStates }).notNull().default('reserved'),
    auditId: text('audit_id').notNull(),
    quoteId: text('quote_id').notNull(),
    requestSha256: text('request_sha256').notNull(),
    amount: text('amount').notNull(),
    payload: jsonText<object>('payload').notNull(),
    requirements: jsonText<object>('requirements').notNull(),
    transactionHash: text('transaction_hash'),
    createdAt: time('created_at').notNull().defaultNow(),
    settledAt: time('settled_at'),
  },
  (table) => [primaryKey({ columns: [table.network, table.asset, table.payer, table.nonce] })],
)

/** Voices that an account keeps to hold files against: what they are compared by, never the sound. */
export const keptVoices = pgTable(
  'kept_voices',
  {
    accountId: text('account_id').notNull(),
    name: jsonText<string>('name').notNull(),
    /** Prints of another model cannot be compared with those of this one. */
    model: text('model').notNull(),
    speechSec: doublePrecision('speech_sec').notNull(),
    print: text('print').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.name] })],
)

/** Where an account wants to be told of events. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  /** Null in the one row of an account whose secret signs what goes to addresses of single requests. */
  url: text('url'),
  description: jsonText<string>('description').notNull(),
  events: jsonText<WebhookEvent[]>('events').notNull(),
  /** Below this balance credits are low. */
  creditsLowMilli: milliCredits('credits_low_milli').notNull().default(0),
  /** Whether that was told, and the balance has not been above since. */
  creditsLowTold: boolean('credits_low_told').notNull().default(false),
  /** Needed as it is, to sign with. */
  secret: text('secret').notNull(),
  /** The one before, which signs as well until then. */
  previousSecret: text('previous_secret'),
  previousUntil: time('previous_until'),
  disabledAt: time('disabled_at'),
  disabledBecause: text('disabled_because', { enum: disablingReasons }),
  createdAt: time('created_at').notNull().defaultNow(),
})

/** One event on its way to one endpoint, and afterwards the record of it. */
export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: text('id').primaryKey(),
  endpointId: text('endpoint_id').notNull(),
  accountId: text('account_id').notNull(),
  event: text('event', { enum: webhookEvents }).notNull(),
  /** JSON of what the event is about. */
  data: text('data').notNull(),
  auditId: text('audit_id'),
  /** The address that the request named; null where it goes to that of the endpoint. */
  url: text('url'),
  state: text('state', { enum: deliveryStates }).notNull().default('waiting'),
  attemptCount: integer('attempt_count').notNull().default(0),
  /** Those made before it was last sent on its way: a replay begins the schedule anew. */
  attemptsBefore: integer('attempts_before').notNull().default(0),
  /** Raised by whoever takes it, so that nobody who took it before can end it. */
  claim: integer('claim').notNull().default(0),
  /** When it is due. */
  nextAt: time('next_at').notNull().defaultNow(),
  /** While somebody sends it: until when nobody else does, and they are held for dead after that. */
  leaseUntil: time('lease_until'),
  createdAt: time('created_at').notNull().defaultNow(),
  endedAt: time('ended_at'),
})

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: text('delivery_id').notNull(),
    number: integer('number').notNull(),
    beganAt: time('began_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** Of the answer; null when there was none. */
    status: integer('status'),
    /** Why it was not delivered, for programs; null when it was. */
    fault: text('fault'),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
)

/** What every server on this database must sign links with alike. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
})
