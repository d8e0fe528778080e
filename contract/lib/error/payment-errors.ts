import type { ErrorTemplate } from './error-text.ts'

/** Errors of payment providers and their accounts. */
export const paymentErrors = {
  payment_account_not_found: 'This payment provider isn’t connected. Connect it first.',
  payment_key_malformed: 'Enter a key that starts with {{prefixes}}.',
  payment_key_rejected:
    'The payment provider doesn’t accept this key. Copy the key again from your account there.',
  payment_key_permission:
    'This key lacks the permission “{{permission}}”. Add the permission at Stripe and try again.',
  payment_account_not_linked:
    'This Stripe account isn’t linked to your store. Ask the operator of this website to link it.',
  payment_account_restricted:
    'This Stripe account can’t accept payments yet. Complete its details at Stripe and try again.',
  payment_webhook_secret_required:
    'This key can’t create a webhook. Create one at Stripe and enter its signing secret.',
  payment_webhook_invalid: 'This webhook isn’t from the payment provider.',
  payment_method_of_provider:
    'This payment method belongs to a payment provider. Turn it off, or disconnect the provider.',
  payment_provider_in_use: {
    one: '1 payment or refund with {{provider}} is still open. Try again after it ends.',
    other:
      '{{count}} payments and refunds with {{provider}} are still open. Try again after they end.',
  },
  payment_not_refundable: 'This payment can’t be refunded online. Record the refund instead.',
  payment_provider_unreachable: 'We couldn’t reach {{provider}}. Try again in a few minutes.',
  payment_provider_rejected: '{{provider}} rejected the request. Check your account there.',
  payment_amount_unsupported:
    'This payment method can’t charge the exact amount in {{currency}}. Choose another one.',
} as const satisfies Record<string, ErrorTemplate>
