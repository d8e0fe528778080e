import { z } from 'zod'

/** The product feeds of a store, with their paths. Platforms read them regularly. */
export const productFeedPaths = {
  google: '/feeds/google.xml',
  meta: '/feeds/meta.xml',
  pinterest: '/feeds/pinterest.tsv',
  openai: '/feeds/openai.jsonl',
} as const
export type ProductFeed = keyof typeof productFeedPaths
export const productFeeds = ['google', 'meta', 'pinterest', 'openai'] as const

/** Where else shoppers find the products. All are off by default. */
export const SalesChannels = z.object({
  google: z.boolean(),
  meta: z.boolean(),
  pinterest: z.boolean(),
  openai: z.boolean(),
  /** Agents search the products and prepare carts (Universal Commerce Protocol). */
  agents: z.boolean(),
})
