import { z } from 'zod'
import { api } from './lib/api.ts'
import { Id, line, Money } from './lib/shapes.ts'
import { OrderStatus } from './order.ts'

/** Shown of each group, whoever asks. */
export const searchShown = 4

const FoundProduct = z.object({
  _id: Id,
  title: z.string(),
  /** Of a product with several, the one that matches. */ sku: z.string(),
  image: z.string(),
})
const FoundOrder = z.object({
  _id: Id,
  number: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  status: OrderStatus,
  total: Money,
  currency: z.string(),
})
const FoundCustomer = z.object({ _id: Id, name: z.string(), email: z.string(), phone: z.string() })
const FoundCategory = z.object({
  _id: Id,
  name: z.string(),
  image: z.string(),
  /** Name of the category above it. */ parentName: z.string(),
})

/** Groups that the person asking may not read are left out. */
export const Found = z
  .object({
    products: z.array(FoundProduct),
    orders: z.array(FoundOrder),
    customers: z.array(FoundCustomer),
    categories: z.array(FoundCategory),
  })
  .partial()
export type Found = z.infer<typeof Found>

export const searchApi = api('search', {
  find: {
    method: 'GET',
    path: '/search/find',
    can: 'member',
    limit: 'search',
    summary: 'The closest of each kind whose words begin like the ones given; at most 4 each',
    query: z.object({ q: line(200, 1) }),
    reply: Found,
  },
})
