// What webhooks tell of and what becomes of them, by name; nothing else is loaded with it.
export const webhookEvents = ['audit.completed', 'audit.failed', 'credits.low'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** By its owner; because it answered that it is gone; because nothing has arrived there for days. */
export const disablingReasons = ['owner', 'gone', 'failing'] as const
export type DisablingReason = (typeof disablingReasons)[number]

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]
