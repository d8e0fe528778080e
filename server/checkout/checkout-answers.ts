import { z } from 'zod'
import {
  type CheckoutAnswer,
  type CheckoutField,
  listFieldChoices,
} from '#contract/cms/checkout-settings.ts'
import type { FieldError } from '#contract/lib/call/problem.ts'
import { getAnswerName } from '#contract/storefront/checkout-answer-name.ts'
import type { CheckoutEntries } from '#contract/storefront/storefront-checkout.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { createFieldMessage } from '../lib/call/error-message.ts'

type Delivery = Pick<StorefrontCheckout, 'delivery'>

/** Returns the fields of a seller that are shown for a delivery. */
export const listShownFields = (fields: readonly CheckoutField[], { delivery }: Delivery) =>
  fields.filter(({ shownFor }) => shownFor === 'all' || shownFor === delivery)

/** Returns an error for each field of the seller that is missing or wrong. */
export const listAnswerErrors = (
  fields: readonly CheckoutField[],
  entries: CheckoutEntries,
): FieldError[] =>
  fields.flatMap(field => {
    const name = getAnswerName(field)
    const value = entries[name]?.trim()
    if (!value) return field.required ? [createFieldMessage(name, 'required')] : []
    return isAnswer(field, value) ? [] : [createFieldMessage(name, 'invalid_format')]
  })

function isAnswer(field: CheckoutField, value: string): boolean {
  switch (field.kind) {
    case 'text':
      return value.length <= 200 && !value.includes('\n')
    case 'longText':
      return true
    case 'date':
      return z.iso.date().safeParse(value).success
    case 'checkbox':
      return value === 'on'
    case 'select':
      return listFieldChoices(field).includes(value)
  }
}

/** Returns the answers that an order stores, with the labels of today. A checked box has a check mark. */
export const listAnswers = (
  fields: readonly CheckoutField[],
  entries: CheckoutEntries,
): CheckoutAnswer[] =>
  fields.flatMap(field => {
    const value = entries[getAnswerName(field)]?.trim()
    return value ? [{ label: field.label, value: field.kind === 'checkbox' ? '✓' : value }] : []
  })
