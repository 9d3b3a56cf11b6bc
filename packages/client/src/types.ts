// Names for the parts of the API that callers meet; what they are comes from the OpenAPI document.
import type { components, operations } from './api-types.js'

type Schemas = components['schemas']

export type AuditResult = Schemas['AuditListItem']
export type AuditAccepted = Schemas['AuditAccepted']
export type AuditStatus = Schemas['AuditStatus']
export type AuditProgress = Schemas['AuditProgress']
export type AuditPage = Schemas['AuditList']
export type Checks = Schemas['Checks']
export type Decision = Schemas['Decision']
export type NewDecision = Schemas['NewDecision']
export type KeptVoice = Schemas['KeptVoice']
export type TrackToRegenerate = Schemas['TrackToRegenerate']
export type ErrorBody = Schemas['ErrorBody']
export type ErrorDetail = Schemas['ErrorDetail']
export type ErrorCode = Schemas['ErrorInfo']['code']
export type Accuracy = AuditResult['accuracy']
export type CheckName = AuditResult['selectedAnalyses'][number]
export type AuditQuery = operations['createAudit']['parameters']['query']

/**
 * A file as a browser or Node has it, a name with content that is in memory already, and in Node a path, or one with another
 * name for the report.
 */
export type SentSource = File | { name: string; content: Blob } | string | { path: string; name?: string }

/** An address that the service fetches a file from itself; in the report these come after all that are sent. */
export interface AddressedSource {
  url: string
  name?: string
}

export type AudioSource = SentSource | AddressedSource

export interface RequestOptions {
  /** Ends the call; an audit that is running is stopped, and its credits are given back. */
  signal?: AbortSignal | undefined
}

export interface StartOptions extends RequestOptions {
  /** At least one. */
  checks: readonly CheckName[]
  accuracy?: Accuracy
  /** 0 to 1, default 0.15: smaller flags more. */
  deviationThreshold?: number
  /** Only what shall differ from the default; all are on. */
  qualityChecks?: Record<string, boolean>
  /** What the files should say, by file name. */
  scripts?: Record<string, string>
  /** A cast: the name of the voice that each file should have, by file name. */
  voices?: Record<string, string>
  /** Recordings of voices as they should be, which `referenceVoices` names; each costs as much as one check on a file. */
  references?: readonly SentSource[]
  /** By name of a voice: the name of one of `references`, or of a voice that is kept (`putVoice`), or several of these. */
  referenceVoices?: Record<string, string | readonly string[]>
  /** Where the end of this audit is told as well, signed (docs/webhooks.md). */
  webhookUrl?: string
  /** Analyse again, and pay in full, what was analysed before. */
  forceFresh?: boolean
  /** Made up when left out. The same call under the same key gives the same audit, and is charged once. */
  idempotencyKey?: string
}

export type CaptionOptions = RequestOptions & NonNullable<operations['getCaptions']['parameters']['query']>

export interface FinishOptions extends RequestOptions {
  onProgress?: ((progress: AuditProgress) => void) | undefined
}

export type AuditOptions = StartOptions & FinishOptions

/** What signs payments; an account of viem is one. */
export interface Wallet {
  address: `0x${string}`
  /** EIP-712. */
  signTypedData(typed: {
    domain: { name: string; version: string; chainId: number; verifyingContract: `0x${string}` }
    types: Record<string, { name: string; type: string }[]>
    primaryType: string
    message: Record<string, unknown>
  }): Promise<`0x${string}`>
}

export type ClientOptions = ConnectionOptions & (KeyOptions | WalletOptions)

export interface KeyOptions {
  apiKey: string
  wallet?: undefined
}

/** Pays for each audit in USDC (x402). Only `audit` can be paid like that; all else needs a key. */
export interface WalletOptions {
  wallet: Wallet
  /** What one audit may cost, in USDC; default 1. Above it nothing is signed. */
  mostUsdc?: number
  apiKey?: undefined
}

export interface ConnectionOptions {
  /** Address of the service, such as https://audit.example */
  baseUrl: string
  /** How often a call is sent again when the service is busy or out of reach; default 4. */
  retries?: number
}
