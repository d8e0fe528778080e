import { accountErrors } from './account-errors.ts'
import { importErrors } from './import-errors.ts'
import { issueTexts } from './issue-catalog.ts'
import { orderErrors } from './order-errors.ts'
import { paymentErrors } from './payment-errors.ts'
import { productErrors } from './product-errors.ts'
import { requestErrors } from './request-errors.ts'
import { storeErrors } from './store-errors.ts'

/**
 * Every error by its code. The server sends the English message; the browser translates by code.
 */
export const errorTexts = {
  ...issueTexts,
  ...requestErrors,
  ...accountErrors,
  ...storeErrors,
  ...productErrors,
  ...orderErrors,
  ...importErrors,
  ...paymentErrors,
} as const

export type ErrorCode = keyof typeof errorTexts
/** The template of each code. The compiler reads the placeholders from it. */
export type ErrorTextOf<C extends ErrorCode> = (typeof errorTexts)[C]
