// What most files of a batch share, as people read it.

interface BatchTrait {
  summary: string
  advice: string
}

interface Report {
  batchTraits?: BatchTrait[] | undefined
}

/** What is read of an audit, as the engine makes it and as the service answers it. */
interface SharingAudit {
  checks: { comparison?: Report | undefined; quality?: Report | undefined; pace?: Report | undefined }
  batchAlarms?: { message: string }[] | undefined
}

/** Of all checks, without those that are told as alarms. */
export function batchTraits({ checks, batchAlarms = [] }: SharingAudit): BatchTrait[] {
  return [checks.comparison, checks.quality, checks.pace]
    .flatMap((report) => report?.batchTraits ?? [])
    .filter(({ summary }) => !batchAlarms.some(({ message }) => message === summary))
}
