import { z } from 'zod'
import { defineApi } from './lib/api.ts'
import { Id, Money, singleLineText } from './lib/schemas.ts'
import { OrderStatus } from './order.ts'

/** Shown of each group, whoever asks. */
export const searchResultsPerGroup = 4

const ProductSearchResult = z.object({
  _id: Id,
  title: z.string(),
  /** Of a product with several, the one that matches. */ sku: z.string(),
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
  /** Name of the category above it. */ parentName: z.string(),
})

/** Groups that the person asking may not read are left out. */
export const SearchResults = z
  .object({
    products: z.array(ProductSearchResult),
    orders: z.array(OrderSearchResult),
    customers: z.array(CustomerSearchResult),
    categories: z.array(CategorySearchResult),
  })
  .partial()
export type SearchResults = z.infer<typeof SearchResults>

export const searchApi = defineApi('search', {
  find: {
    method: 'GET',
    path: '/search/find',
    can: 'member',
    rateLimit: 'lookup',
    summary: 'The closest of each kind whose words begin like the ones given; at most 4 each',
    query: z.object({ q: singleLineText(200, 1) }),
    reply: SearchResults,
  },
})
