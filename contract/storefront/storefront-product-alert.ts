import type { ProductAlertKind } from '../product/product-alert.ts'
import type { StorefrontFormState } from './storefront-form.ts'

/** The page with the form of an alert about a product. */
export type StorefrontProductAlert = {
  kind: 'productAlert'
  alert: ProductAlertKind
  variant: string
  /** The product with the options of the variant. */
  title: string
  path: string
  form: StorefrontFormState
  isSent: boolean
}
