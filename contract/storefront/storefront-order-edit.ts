import { z } from 'zod'
import { issue } from '../lib/error/issue.ts'
import { Id, singleLineText } from '../lib/schemas.ts'
import { maxCartQuantity } from './storefront-cart.ts'
import type { StorefrontOrder } from './storefront-order.ts'
import { OrderAddressFields } from './storefront-order-form.ts'

/** A variant that the shopper can choose, with the price of today. */
export type OrderEditVariant = {
  variant: string
  title: string
  variantTitle: string
  price: number
  isAvailable: boolean
}
type OrderEditLine = {
  _id: string
  /** Null if the variant was deleted. */
  variant: string | null
  title: string
  variantTitle: string
  quantity: number
  unitPrice: number
  /** All variants of the product that can be bought. */
  variants: OrderEditVariant[]
}

/** An order that its shopper edits. */
export type StorefrontOrderEdit = {
  /** Changes with each change of the order. */
  version: number
  /** When the time for changes ends. Null if the order can no longer be changed. */
  until: string | null
  timeZone: string
  lines: OrderEditLine[]
  /** The products that the shopper has found and those that are already added. */
  offers: OrderEditVariant[]
  order: StorefrontOrder
  /** The order as it would be. Null before the preview. */
  preview: StorefrontOrder | null
  /** A confirmation with this key is applied once. */
  key: string
}

const Quantity = z.coerce
  .number(issue('not_a_whole_number'))
  .int(issue('not_a_whole_number'))
  .min(1)
  .max(1_000_000)
const AddedQuantity = Quantity.max(maxCartQuantity)

/** Returns the maximum of a line. Staff can have sold more than a cart has, which the shopper can keep. */
export const getMaxEditedQuantity = ({ quantity }: { quantity: number }) =>
  Math.max(maxCartQuantity, quantity)

type OrderEdit = {
  lines: { line: string; variant: string | undefined; quantity: number }[]
  added: { variant: string; quantity: number }[]
}

/** Returns the parts of field names such as `quantity-{id}`, at most as many as an order has. */
const listIds = (values: Record<string, unknown>, prefix: string): string[] =>
  Object.keys(values)
    .filter(name => name.startsWith(prefix))
    .map(name => name.slice(prefix.length))
    .filter(id => Id.safeParse(id).success)
    .slice(0, 200)

/**
 * The changes of an order by its shopper. A line has the fields `quantity-{id}`, `variant-{id}` and, if
 * it is removed, `remove-{id}`; a new product has `add-{variant}`, which is 0 or empty if it is not added.
 */
export const OrderEditFields = z
  .looseObject({
    intent: z.enum(['change', 'search', 'preview', 'apply']),
    version: z.coerce.number().int().min(1).max(2_147_483_647),
    key: Id,
    search: singleLineText(100).default(''),
    /** The search whose results the form shows. */
    searched: singleLineText(100).default(''),
    ...OrderAddressFields.shape,
  })
  .transform((values, context) => {
    const { version, key, search, searched } = values
    const { name, line1, line2, postalCode, city, region, ...rest } = values
    // The key Enter in the field of the search presses the first button.
    const isSearch = values.intent === 'preview' && search !== searched && search !== ''
    const intent = isSearch ? ('search' as const) : values.intent
    const entries: Record<string, unknown> = rest
    const parseQuantity = (path: string, schema: typeof Quantity) => {
      const quantity = schema.safeParse(entries[path])
      if (!quantity.success)
        context.addIssue({
          code: 'custom',
          path: [path],
          message: issue('not_a_whole_number').error,
        })
      return quantity.data ?? 0
    }
    const isChecked = intent === 'preview' || intent === 'apply'
    const edit: OrderEdit = { lines: [], added: [] }
    if (isChecked) {
      for (const line of listIds(entries, 'quantity-'))
        if (entries[`remove-${line}`] === undefined)
          edit.lines.push({
            line,
            variant: Id.safeParse(entries[`variant-${line}`]).data,
            quantity: parseQuantity(`quantity-${line}`, Quantity),
          })
      for (const variant of listIds(entries, 'add-')) {
        const path = `add-${variant}`
        if (entries[path] !== '' && entries[path] !== '0')
          edit.added.push({ variant, quantity: parseQuantity(path, AddedQuantity) })
      }
    }
    return {
      intent,
      version,
      key,
      search,
      ...edit,
      offered: listIds(entries, 'add-'),
      address: { name, line1, line2, postalCode, city, region },
    }
  })
export type OrderEditFields = z.infer<typeof OrderEditFields>
