import { z } from 'zod'
import { defineApi, SearchCorrection } from '../lib/call/api.ts'
import { codeText, Id, Money } from '../lib/schemas.ts'
import { OrderStatus } from '../order/order-state.ts'

/** Maximum results per group. */
export const searchResultsPerGroup = 4

const ProductSearchResult = z.object({
  _id: Id,
  title: z.string(),
  /** The matching SKU if the product has several. */ sku: z.string(),
  image: z.string(),
})
const OrderSearchResult = z.object({
  _id: Id,
  number: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  status: OrderStatus,
  total: Money,
  currency: z.string(),
})
const CustomerSearchResult = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
})
const CategorySearchResult = z.object({
  _id: Id,
  name: z.string(),
  image: z.string(),
  /** Name of the parent category. */ parentName: z.string(),
})

/** Omits groups that the caller can't read. */
export const SearchResults = z
  .object({
    products: z.array(ProductSearchResult),
    orders: z.array(OrderSearchResult),
    customers: z.array(CustomerSearchResult),
    categories: z.array(CategorySearchResult),
    /** The corrected terms, if no record has the terms as typed. */
    corrections: z.array(SearchCorrection),
  })
  .partial()
export type SearchResults = z.infer<typeof SearchResults>

export const searchApi = defineApi('search', {
  find: {
    method: 'GET',
    path: '/search/find',
    can: 'member',
    rateLimit: 'lookup',
    summary: 'Search for words that start with the given ones; at most 4 results per kind',
    query: z.object({ q: codeText(200, 1) }),
    reply: SearchResults,
  },
})
