import { z } from 'zod'
import { defineApi } from '../../lib/call/api.ts'
import { OrderFile } from './order-file.ts'

/** The types of files that a label service can send. */
export const labelTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const

export const orderLabelApi = defineApi('order', {
  getLabelService: {
    method: 'GET',
    path: '/order/labelService',
    can: 'order:read',
    summary: 'Get the name of the service that creates shipping labels, or null',
    reply: z.object({ name: z.string() }).nullable(),
  },
  createLabel: {
    method: 'POST',
    path: '/order/createLabel/:id',
    can: 'order:write',
    rateLimit: 'transfer',
    summary:
      'Create the label of a packed parcel with the label service; sets its tracking number and postage',
    reply: OrderFile,
    message: 'Shipping label created',
  },
})
