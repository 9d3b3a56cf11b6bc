// What a webhook can be told of, as whoever registers one is told; nothing else is loaded with it.
export {
  type DeliveryState,
  deliveryStates,
  type WebhookEvent,
  webhookEvents,
} from '../../store/webhook-names.js'
