import { z } from 'zod'
import { defineApi } from './lib/api.ts'
import { Id, multiLineText, singleLineText, updateSchema } from './lib/schemas.ts'

/** Ways to be paid that need nobody between buyer and seller. */
export const paymentKinds = [
  'cash_on_delivery',
  'bank_transfer',
  'cash_at_pickup',
  'other',
] as const
export const PaymentKind = z.enum(paymentKinds)
export type PaymentKind = z.infer<typeof PaymentKind>
export const maxPaymentMethods = 20

export const PaymentMethodInput = z.object({
  kind: PaymentKind,
  /** As the buyer reads it at the checkout. */
  name: singleLineText(60, 1),
  /** What the buyer is told after ordering, such as the account to pay into. */
  instructions: multiLineText(1000).optional(),
  enabled: z.boolean().optional(),
})
export type PaymentMethodInput = z.infer<typeof PaymentMethodInput>

export const PaymentMethod = PaymentMethodInput.required().extend({
  _id: Id,
  position: z.int(),
  version: z.int(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** `position`: its rank at the checkout, from 0. */
export const PaymentMethodEdit = updateSchema(PaymentMethodInput).extend({
  position: z.int().min(0).max(100).optional(),
})

export const paymentMethodApi = defineApi('paymentMethod', {
  list: {
    method: 'GET',
    path: '/paymentMethod/getAll',
    can: 'business:read',
    summary: 'How the store can be paid, in the order of its checkout',
    reply: z.array(PaymentMethod),
  },
  create: {
    method: 'POST',
    path: '/paymentMethod/create',
    can: 'business:write',
    summary: 'Add a way to pay',
    body: PaymentMethodInput,
    reply: PaymentMethod,
    message: 'Payment method added',
    invalidates: ['onboarding'],
  },
  update: {
    method: 'PATCH',
    path: '/paymentMethod/update/:id',
    can: 'business:write',
    summary: 'Change a way to pay, or move it',
    body: PaymentMethodEdit,
    reply: PaymentMethod,
    message: 'Payment method updated',
    invalidates: ['onboarding'],
  },
  delete: {
    method: 'DELETE',
    path: '/paymentMethod/delete/:id',
    can: 'business:write',
    summary: 'Delete a way to pay; orders keep what was paid by it',
    message: 'Payment method deleted',
    invalidates: ['onboarding'],
  },
})
