import type { WebhookBodyType } from '#contract/developer/webhook-payload.ts'

const headerParameters = [
  { name: 'webhook-id', description: 'The ID of the event, the same each time it is sent.' },
  { name: 'webhook-timestamp', description: 'The time of sending, in seconds since 1970.' },
  { name: 'webhook-signature', description: 'One `v1,…` for each secret of the webhook.' },
].map(header => ({ ...header, in: 'header', required: true, schema: { type: 'string' } }))

/** Returns the OpenAPI operation that a receiver of this message type serves. */
export const buildWebhookOperation = <Schema>(type: WebhookBodyType, schema: Schema) => ({
  operationId: `webhook.${type}`,
  tags: ['webhook'],
  summary: `Receive \`${type}\``,
  security: [],
  parameters: headerParameters,
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: {
    '2XX': { description: 'Received. After any other status, the server retries the delivery.' },
  },
})
