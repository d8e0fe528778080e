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

/** Maximum results of an autocompletion, of all kinds together. */
export const maxSuggestions = 10
export const Suggestion = z.object({
  kind: z.enum(['product', 'order', 'customer', 'category']),
  _id: Id,
  /** The title, number or name. */
  title: z.string(),
})
export type Suggestion = z.infer<typeof Suggestion>

const SearchQuery = z.object({ q: codeText(200, 1) })

export const searchApi = defineApi('search', {
  find: {
    method: 'GET',
    path: '/search/find',
    can: 'member',
    allowsReplica: true,
    rateLimit: 'lookup',
    summary: 'Search for words that start with the given ones; at most 4 results per kind',
    query: SearchQuery,
    reply: SearchResults,
  },
  suggest: {
    method: 'GET',
    path: '/autocomplete',
    can: 'member',
    allowsReplica: true,
    rateLimit: 'lookup',
    summary: 'Search like `search/find`, with at most 10 results in one list',
    query: SearchQuery,
    reply: z.array(Suggestion),
  },
})
