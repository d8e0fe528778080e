import type { FieldError } from '#contract/lib/call/problem.ts'
import { normalizeDiscountCode } from '#contract/product/discount.ts'
import {
  billingNames,
  readBillingAddress,
  toBillingName,
} from '#contract/storefront/billing-fields.ts'
import { getAnswerName } from '#contract/storefront/checkout-answer-name.ts'
import type { CheckoutEntries, PlacedCheckout } from '#contract/storefront/storefront-checkout.ts'
import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import { listAddressErrors } from '../address/address-errors.ts'
import { formatPhone } from '../address/phone-number.ts'
import { createFieldMessage } from '../lib/call/error-message.ts'
import { toFormErrors } from '../storefront/form/serve-form.ts'
import { listAnswerErrors } from './checkout-answers.ts'
import type { PricedCheckout } from './load-checkout.ts'

/** Returns the errors that depend on the store, its delivery and the country, in no order. */
export function listEntryErrors(
  checkout: PricedCheckout,
  entries: CheckoutEntries & Pick<PlacedCheckout, 'refusedCode'>,
): FieldError[] {
  const { delivery, addressForm, rules } = checkout
  const { phone, country = '', code, refusedCode } = entries
  return [
    ...(delivery === 'shipping' ? listAddressErrors(addressForm, entries) : []),
    ...(entries.billing === 'other' ? listBillingErrors(checkout, entries) : []),
    ...(rules.phoneRequired && !phone ? [createFieldMessage('phone', 'required')] : []),
    ...(phone && !formatPhone(phone, country)
      ? [createFieldMessage('phone', 'invalid_phone')]
      : []),
    ...(delivery !== 'none' && checkout.shipping !== entries.shipping
      ? [createFieldMessage('shipping', 'required')]
      : []),
    ...listAnswerErrors(checkout.fields, entries),
    ...(checkout.payment !== entries.payment ? [createFieldMessage('payment', 'required')] : []),
    ...(code && checkout.discountProblem && code !== refusedCode
      ? [createFieldMessage('code', 'discount_not_applied')]
      : []),
    ...(rules.termsRequired && !entries.terms ? [createFieldMessage('terms', 'required')] : []),
  ]
}

/** Browsers do not require these fields, because they are hidden for most orders. */
function listBillingErrors(
  { billing: { addressForm } }: PricedCheckout,
  entries: CheckoutEntries,
): FieldError[] {
  const address = readBillingAddress(entries)
  return [
    ...(['country', 'name'] as const)
      .filter(part => !address[part])
      .map(part => createFieldMessage(part, 'required')),
    ...listAddressErrors(addressForm, address),
  ].map(error => ({ ...error, path: toBillingName(error.path) }))
}

/**
 * Adds the errors of the fields that the schema has accepted, so that shoppers see all errors at once.
 * They are in the order of the page, because the first one gets the focus.
 */
export function addEntryErrors(
  state: StorefrontFormState,
  checkout: PricedCheckout,
  entries: CheckoutEntries,
): StorefrontFormState {
  if (state.values['intent'] !== 'place' || Object.keys(state.errors).length === 0) return state
  const refusedCode = normalizeDiscountCode(state.values['refusedCode'] ?? '')
  const sentEntries = { ...entries, refusedCode }
  const errors = { ...toFormErrors(listEntryErrors(checkout, sentEntries)), ...state.errors }
  const names = [
    ...['email', 'phone', 'country', 'name', ...checkout.addressForm.rows.flat()],
    ...['company', 'vatId', 'shipping', 'payment', ...Object.values(billingNames)],
    ...checkout.fields.map(getAnswerName),
    ...['code', 'terms'],
  ]
  const getRank = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return {
    ...state,
    errors: Object.fromEntries(
      Object.entries(errors).toSorted(([a], [b]) => getRank(a) - getRank(b)),
    ),
  }
}
