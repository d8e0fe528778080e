import { z } from 'zod'
import { defineApi } from './lib/api.ts'
import { Id, multiLineText, singleLineText, updateSchema } from './lib/schemas.ts'
import { paymentProviders } from './payment-account.ts'

/** Payment methods without a payment provider. */
export const manualPaymentKinds = [
  'cash_on_delivery',
  'bank_transfer',
  'cash_at_pickup',
  'other',
] as const
/** The methods of payment providers exist while a provider is connected. */
export const paymentKinds = [...manualPaymentKinds, ...paymentProviders] as const
export const ManualPaymentKind = z.enum(manualPaymentKinds)
export type ManualPaymentKind = z.infer<typeof ManualPaymentKind>
export const PaymentKind = z.enum(paymentKinds)
export type PaymentKind = z.infer<typeof PaymentKind>
export const maxPaymentMethods = 20

export const PaymentMethodInput = z.object({
  kind: ManualPaymentKind,
  /** The name shown to customers at checkout. */
  name: singleLineText(60, 1),
  /** Shown to customers after ordering, such as a bank account number. */
  instructions: multiLineText(1000).optional(),
  enabled: z.boolean().optional(),
})
export type PaymentMethodInput = z.infer<typeof PaymentMethodInput>

export const PaymentMethod = PaymentMethodInput.required().extend({
  _id: Id,
  kind: PaymentKind,
  position: z.int(),
  version: z.int(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** `position`: zero-based rank at checkout. */
export const PaymentMethodEdit = updateSchema(PaymentMethodInput).extend({
  position: z.int().min(0).max(100).optional(),
})

export const paymentMethodApi = defineApi('paymentMethod', {
  list: {
    method: 'GET',
    path: '/paymentMethod/getAll',
    can: 'business:read',
    summary: 'List payment methods in checkout order',
    reply: z.array(PaymentMethod),
  },
  create: {
    method: 'POST',
    path: '/paymentMethod/create',
    can: 'business:write',
    summary: 'Create a payment method',
    body: PaymentMethodInput,
    reply: PaymentMethod,
    message: 'Payment method added',
    invalidates: ['onboarding'],
  },
  update: {
    method: 'PATCH',
    path: '/paymentMethod/update/:id',
    can: 'business:write',
    summary: 'Update or reorder a payment method',
    body: PaymentMethodEdit,
    reply: PaymentMethod,
    message: 'Payment method updated',
    invalidates: ['onboarding'],
  },
  delete: {
    method: 'DELETE',
    path: '/paymentMethod/delete/:id',
    can: 'business:write',
    summary: 'Delete a payment method; recorded payments are kept',
    message: 'Payment method deleted',
    invalidates: ['onboarding'],
  },
})
