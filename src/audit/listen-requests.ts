// What is asked of a file, and under which name the answer is cached: the engine, the price and the queue must agree on both.
import type { CheckName, Options } from '../checks/check.js'
import { checks } from '../checks/registry.js'
import type { TranscriberModel } from '../speech/speech-data.js'
import { findingsKey } from './findings-cache.js'
import type { ListenRequest } from './listen-task.js'

/** One for each check that was asked for, in the order of reports. */
export function listenRequests(
  names: readonly CheckName[],
  options: Options,
  script: string | undefined,
  castVoice?: string,
): ListenRequest[] {
  return names.map((check) => ({ check, options: checks[check]!.listenOptions(options, script, castVoice) }))
}

/** The name under which the findings for one request are cached. */
export function requestKey(
  contentSha256: string,
  { check, options }: ListenRequest,
  model: TranscriberModel,
): string {
  return findingsKey({ contentSha256, check: checks[check]!, listenOptions: options, model })
}
