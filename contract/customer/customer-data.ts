import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Count } from '../lib/schemas.ts'

/** All data that a store has about a person: its export and its erasure. */
export const customerDataApi = defineApi('customer', {
  exportData: {
    method: 'GET',
    path: '/customer/exportData/:id',
    can: 'customer:write',
    rateLimit: 'transfer',
    summary:
      'Export all data about a customer as JSON, with the files of their orders in base64; also requires order:read',
    query: z.object({}),
    downloadType: 'application/json; charset=utf-8',
  },
  erase: {
    method: 'POST',
    path: '/customer/erase/:id',
    can: 'customer:write',
    status: 200,
    summary:
      'Erase all data about a customer; orders keep their numbers and amounts; also requires order:write',
    body: z.object({}),
    reply: z.object({
      /** The number of orders that no longer name the customer. */
      orders: Count,
    }),
    message: 'Customer data erased',
  },
})
