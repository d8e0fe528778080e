import { z } from 'zod'
import { Reauthentication } from '../account/account-security.ts'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import { asciiCodeText, Id, multiLineText, singleLineText, updateSchema } from '../lib/schemas.ts'
import { paymentProviders } from './payment-account.ts'

/** Payment methods without a payment provider. */
export const manualPaymentKinds = [
  'cash_on_delivery',
  'bank_transfer',
  'cash_at_pickup',
  'other',
] as const
/** The customer pays when the order arrives or is collected. */
export const kindsPaidOnArrival: readonly PaymentKind[] = ['cash_on_delivery', 'cash_at_pickup']
/** The only delivery with which a shopper can choose a kind. Other kinds fit every order. */
const deliveryOfKinds: Partial<Record<PaymentKind, StorefrontDelivery>> = {
  cash_on_delivery: 'shipping',
  cash_at_pickup: 'pickup',
}
type StorefrontDelivery = 'shipping' | 'pickup' | 'none'
export const isOfferedWith = (kind: PaymentKind, delivery: StorefrontDelivery): boolean =>
  (deliveryOfKinds[kind] ?? delivery) === delivery
/** The methods of payment providers exist while a provider is connected. */
export const paymentKinds = [...manualPaymentKinds, ...paymentProviders] as const
export const ManualPaymentKind = z.enum(manualPaymentKinds)
export type ManualPaymentKind = z.infer<typeof ManualPaymentKind>
export const PaymentKind = z.enum(paymentKinds)
export type PaymentKind = z.infer<typeof PaymentKind>
export const maxPaymentMethods = 20

const compactCode = asciiCodeText(60).overwrite(text => text.replaceAll(/[\s-]/g, '').toUpperCase())

/** The account of a bank transfer. The server checks its numbers. */
export const BankAccount = z.object({
  accountHolder: singleLineText(70),
  iban: compactCode.regex(/^([A-Z]{2}\d{2}[A-Z0-9]{11,30})?$/, issue('invalid_iban')),
  bic: compactCode.regex(/^([A-Z0-9]{8}([A-Z0-9]{3})?)?$/, issue('invalid_bic')),
  /** `{{order_number}}` becomes the number of the order. */
  transferReference: singleLineText(100),
})
export type BankAccount = z.infer<typeof BankAccount>

/** The details that a shopper enters for a bank transfer. */
export type BankTransfer = {
  accountHolder: string
  /** In groups of four characters. Empty if the instructions describe the account. */
  iban: string
  bic: string
  reference: string
  /** The text of a QR code for banking apps, for amounts in euros. */
  code: string | null
}

export const PaymentMethodInput = z.object({
  kind: ManualPaymentKind,
  /** The name shown to customers at checkout. */
  name: singleLineText(60, 1),
  /** Shown to customers after ordering, such as an account number without an IBAN. */
  instructions: multiLineText(1000).optional(),
  ...BankAccount.partial().shape,
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
    summary: 'Create a payment method, confirmed with the password',
    body: PaymentMethodInput.extend(Reauthentication.partial().shape),
    reply: PaymentMethod,
    message: 'Payment method added',
    invalidates: ['onboarding'],
  },
  update: {
    method: 'PATCH',
    path: '/paymentMethod/update/:id',
    can: 'business:write',
    summary:
      'Update or reorder a payment method; a new name, instructions or bank account are confirmed with the password',
    body: PaymentMethodEdit.extend(Reauthentication.partial().shape),
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
