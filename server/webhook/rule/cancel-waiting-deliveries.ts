import type { Tx } from '../../lib/db/db.ts'

/** Marks the waiting deliveries of a webhook as failed because the webhook is off. */
export const cancelWaitingDeliveries = (tx: Tx, webhookId: string) => tx`
  update webhook_delivery set status = 'failed', error = 'off'
  where webhook_id = ${webhookId} and status = 'waiting'`
