import type postgres from 'postgres'
import type { z } from 'zod'
import type { BookmarkInput } from '#contract/bookmark.ts'
import type { BusinessInput } from '#contract/business.ts'
import type { CategoryInput } from '#contract/category.ts'
import type { PageInput } from '#contract/cms.ts'
import type { CustomerInput } from '#contract/customer.ts'
import type { PaymentMethodInput } from '#contract/payment-method.ts'
import type { ProductFields } from '#contract/product.ts'

/** The tables whose columns are the fields of a request: a field of the contract is a column of the same name. */
type RequestFields = {
  bookmark: z.infer<typeof BookmarkInput>
  business: BusinessInput
  category: CategoryInput
  customer: CustomerInput
  page: PageInput
  payment_method: PaymentMethodInput
  product: z.infer<typeof ProductFields>
}
/** Columns that the server sets itself. */
type ServerFields = {
  _id?: string
  version?: number
  position?: number
  createdBy?: string
  createdAt?: Date
  updatedAt?: Date
}
/** Values that the driver converts, such as `tx.json(address)`. */
type Stored<T> = { [k in keyof T]: T[k] | postgres.Parameter }

export type TableFields<Table extends string> = Table extends keyof RequestFields
  ? Stored<RequestFields[Table]> & ServerFields
  : object

/** Refuses at compile time a key that the table has no column for. */
export type WithoutOtherKeys<Table extends string, Values> = Table extends keyof RequestFields
  ? { [k in Exclude<keyof Values, keyof (RequestFields[Table] & ServerFields)>]: never }
  : unknown
