import { z } from 'zod'
import { maxCartLines } from './storefront-cart.ts'

/** The version of the Universal Commerce Protocol (ucp.dev). */
export const protocolVersion = '2026-08-25'
/** What agents can do in a store. There is no payment: shoppers pay on the page of the checkout. */
export const agentCapabilities = [
  'dev.ucp.shopping.catalog.search',
  'dev.ucp.shopping.catalog.lookup',
  'dev.ucp.shopping.cart',
] as const
export type AgentCapability = (typeof agentCapabilities)[number]
export const agentProfilePath = '/.well-known/ucp'
export const agentApiPath = '/ucp/v1'

const Text = z.string().max(500)
const Filters = z.object({
  /** The names or handles of categories. */
  categories: z.array(Text).max(20).optional(),
  /** In minor units of the currency of the store. */
  price: z.object({ min: z.int().min(0).optional(), max: z.int().min(0).optional() }).optional(),
})
export type AgentFilters = z.infer<typeof Filters>
const Context = z.object({ currency: z.string().max(10).optional() }).optional()

/** Other fields, such as those about the buyer, are ignored. */
export const CatalogSearch = z
  .object({
    query: Text.optional(),
    filters: Filters.optional(),
    context: Context,
    pagination: z
      .object({ cursor: z.string().max(50).optional(), limit: z.int().min(1).optional() })
      .optional(),
  })
  .refine(({ query, filters }) => Boolean(query?.trim()) || filters !== undefined)
export type CatalogSearch = z.infer<typeof CatalogSearch>

export const CatalogLookup = z.object({
  ids: z.array(Text).min(1).max(50),
  filters: Filters.optional(),
  context: Context,
})
export type CatalogLookup = z.infer<typeof CatalogLookup>

const SelectedOption = z.object({ name: Text, label: Text })
export const CatalogProductQuery = z.object({
  id: Text,
  selected: z.array(SelectedOption).max(10).optional(),
  preferences: z.array(Text).max(10).optional(),
})
export type CatalogProductQuery = z.infer<typeof CatalogProductQuery>

export const AgentCartInput = z.object({
  line_items: z
    .array(z.object({ item: z.object({ id: Text }), quantity: z.int().min(1) }))
    .min(1)
    .max(maxCartLines),
})
export type AgentCartInput = z.infer<typeof AgentCartInput>

const AgentPrice = z.object({ amount: z.int().min(0), currency: z.string().length(3) })
const AgentMedia = z.object({
  type: z.literal('image'),
  url: z.url(),
  alt_text: z.string(),
  width: z.int(),
  height: z.int(),
})
/** An amount of `value × 10^-scale` units. */
const AgentMeasure = z.object({ value: z.int().min(1), scale: z.int(), unit: z.string() })
export const AgentVariant = z.object({
  id: z.string(),
  sku: z.string().optional(),
  barcodes: z.array(z.object({ type: z.literal('GTIN'), value: z.string() })).optional(),
  title: z.string().min(1),
  description: z.object({ plain: z.string().min(1) }),
  url: z.url(),
  price: AgentPrice,
  /** The price before a reduction. */
  list_price: AgentPrice.optional(),
  /** The price of an amount, which laws require. The unit is a code of UN/CEFACT. */
  unit_price: AgentPrice.extend({ measure: AgentMeasure, reference: AgentMeasure }).optional(),
  availability: z.object({ available: z.boolean() }),
  options: z.array(SelectedOption).optional(),
  media: z.array(AgentMedia).optional(),
  inputs: z.array(z.object({ id: z.string(), match: z.enum(['exact', 'featured']) })).optional(),
})
export type AgentVariant = z.infer<typeof AgentVariant>
export const AgentProduct = z.object({
  id: z.string(),
  handle: z.string(),
  title: z.string().min(1),
  description: z.object({ plain: z.string().min(1) }),
  url: z.url(),
  categories: z.array(z.object({ value: z.string(), taxonomy: z.literal('merchant') })).optional(),
  price_range: z.object({ min: AgentPrice, max: AgentPrice }),
  media: z.array(AgentMedia),
  options: z.array(
    z.object({
      name: z.string(),
      values: z.array(
        z.object({
          label: z.string(),
          available: z.boolean().optional(),
          exists: z.boolean().optional(),
        }),
      ),
    }),
  ),
  rating: z
    .object({ value: z.number(), scale_max: z.literal(5), count: z.int().min(1) })
    .optional(),
  selected: z.array(SelectedOption).optional(),
  variants: z.array(AgentVariant).min(1),
})
export type AgentProduct = z.infer<typeof AgentProduct>

export const AgentMessage = z.object({
  type: z.enum(['error', 'warning', 'info']),
  code: z.string(),
  content: z.string(),
  severity: z.enum(['recoverable', 'unrecoverable']).optional(),
})
export type AgentMessage = z.infer<typeof AgentMessage>

const AgentTotal = z.object({ type: z.enum(['subtotal', 'total']), amount: z.int() })
export const AgentCart = z.object({
  id: z.string(),
  line_items: z.array(
    z.object({
      id: z.string(),
      item: z.object({
        id: z.string(),
        title: z.string(),
        price: z.int(),
        image_url: z.url().optional(),
      }),
      quantity: z.int().min(1),
      totals: z.array(AgentTotal),
    }),
  ),
  currency: z.string().length(3),
  /** Without shipping, taxes and discounts, which the checkout adds. */
  totals: z.array(AgentTotal),
  messages: z.array(AgentMessage),
  links: z.array(z.object({ type: z.string(), url: z.url() })),
  /** The page on which the shopper takes over the cart. */
  continue_url: z.url(),
  expires_at: z.iso.datetime(),
})
export type AgentCart = z.infer<typeof AgentCart>
