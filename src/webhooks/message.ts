import type { ClaimedDelivery } from '../store/webhook-deliveries.js'

/** Unique for an event at an endpoint, and the same in every attempt and replay: by it a receiver knows what it has seen. */
export function messageId({ id }: Pick<ClaimedDelivery, 'id'>): string {
  return `msg_${id}`
}

/** The same in every attempt, as long as the service is reached at the same address. */
export function messageBody(
  {
    event,
    dataJson,
    auditId,
    createdAt,
  }: Pick<ClaimedDelivery, 'event' | 'dataJson' | 'auditId' | 'createdAt'>,
  auditUrl: (auditId: string) => string,
): string {
  const data = { ...JSON.parse(dataJson), ...(auditId !== null && { auditUrl: auditUrl(auditId) }) }
  return JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data })
}
