import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { codeText, Timestamp } from '../lib/schemas.ts'

/** Whether shoppers need a password to see the store, and since when. */
export const StorePassword = z.object({ isOn: z.boolean(), updatedAt: Timestamp.nullable() })
export type StorePassword = z.infer<typeof StorePassword>

export const StorePasswordInput = z.object({
  /** Shoppers type it, so spaces around it do not count. */
  password: codeText(100, 6),
})

export const storePasswordApi = defineApi('storePassword', {
  get: {
    method: 'GET',
    path: '/storePassword/get',
    can: 'business:read',
    summary: 'Get whether the store needs a password',
    reply: StorePassword,
  },
  update: {
    method: 'PATCH',
    path: '/storePassword/update',
    can: 'business:write',
    summary: 'Protect the store with a password, or change the password',
    body: StorePasswordInput,
    reply: StorePassword,
    message: 'Store password updated',
  },
  delete: {
    method: 'DELETE',
    path: '/storePassword/delete',
    can: 'business:write',
    summary: 'Open the store to everyone',
    reply: StorePassword,
    message: 'Store password removed',
  },
})
