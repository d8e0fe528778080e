import { z } from 'zod'
import { policyKinds } from '../cms/cms.ts'
import { asciiCodeText, codeText, singleLineText } from '../lib/schemas.ts'
import { cleanCode } from '../lib/text/clean-text.ts'
import { isSlug, maxSlugLength, normalizeSlug } from '../lib/text/slug.ts'

/**
 * A page of the storefront as data: its path, its query and whether its HTML may be cached. Unknown
 * or invalid values of the query are ignored, so that they never become part of a cache key.
 */
export type StorefrontRoute<Params = unknown, Query = unknown> = {
  name: string
  path: string
  params: z.ZodType<Params>
  query: z.ZodType<Query>
  isCached: boolean
}

const noFields = z.object({})

const defineRoute = <Params, Query>(
  route: Omit<StorefrontRoute<Params, Query>, 'isCached'> & { isCached?: boolean },
): StorefrontRoute<Params, Query> => ({ isCached: true, ...route })

/** A path in another spelling, such as capitals, leads to the page with this one. */
const slug = z
  .string()
  .max(maxSlugLength)
  .refine(text => isSlug(text) && normalizeSlug(text) === text)
/** A term as shoppers type or paste it. Only the beginning of a long one is searched. */
const searchTerm = (max: number) =>
  z
    .string()
    .overwrite(cleanCode)
    .transform(term => term.replaceAll(/\s+/g, ' ').slice(0, max).toWellFormed() || undefined)
    .optional()
    .catch(undefined)
/** An amount in the unit of the currency, as in `12.50`. An empty field of a form has no value. */
const amount = asciiCodeText(20)
  .regex(/^\d{1,10}(\.\d{1,3})?$/)
  .transform(Number)
  .optional()
  .catch(undefined)
/** Accepts one value or several, without duplicates and in a fixed order. */
const textList = (max: number) =>
  z
    .preprocess(
      value => (value === undefined ? undefined : [value].flat()),
      z.array(singleLineText(200, 1)).max(max).optional(),
    )
    .transform(values => values && [...new Set(values)].toSorted())
    .catch(undefined)

const countryCode = codeText(20).regex(/^[A-Z]{2}$/)

export const storefrontSorts = [
  'featured',
  'bestselling',
  'rating',
  'newest',
  'priceAsc',
  'priceDesc',
  'title',
] as const
export type StorefrontSort = (typeof storefrontSorts)[number]
export const maxStorefrontPage = 400

const page = z.coerce.number().int().min(1).max(maxStorefrontPage).catch(1).default(1)
const pageQuery = z.object({ page })

/** The filters of a list of products, as in its URL. */
export const StorefrontListQuery = z.object({
  page,
  sort: z.enum(storefrontSorts).optional().catch(undefined),
  priceFrom: amount,
  priceTo: amount,
  available: z.literal('1').optional().catch(undefined),
  vendor: textList(10),
  tag: textList(10),
  /** Option values such as `Color:Red`. */
  option: textList(10),
})
export type StorefrontListQuery = z.infer<typeof StorefrontListQuery>

export const reviewSorts = ['newest', 'highest', 'lowest'] as const
/** The reviews that the page of a product shows, as in its URL. */
export const ReviewQuery = z.object({
  /** The id of the review after which the list starts. */
  reviews: z.uuid().optional().catch(undefined),
  stars: z.coerce.number().int().min(1).max(5).optional().catch(undefined),
  photos: z.literal('1').optional().catch(undefined),
  reviewSort: z.enum(reviewSorts).optional().catch(undefined),
})
export type ReviewQuery = z.infer<typeof ReviewQuery>

export const storefrontRoutes = {
  home: defineRoute({ name: 'home', path: '/', params: noFields, query: noFields }),
  products: defineRoute({
    name: 'products',
    path: '/products',
    params: noFields,
    query: StorefrontListQuery,
  }),
  category: defineRoute({
    name: 'category',
    path: '/categories/:slug',
    params: z.object({ slug }),
    query: StorefrontListQuery,
  }),
  product: defineRoute({
    name: 'product',
    path: '/products/:slug',
    params: z.object({ slug }),
    query: z.object({
      variant: z.uuid().optional().catch(undefined),
      /** Values such as `Color:Red` of the variant, if its id is not given. */
      option: textList(3),
      /** The country to which the delivery is shown. */
      country: countryCode.optional().catch(undefined),
      /** The page lists the countries of the delivery. */
      delivery: z.literal('choose').optional().catch(undefined),
      ...ReviewQuery.shape,
    }),
  }),
  search: defineRoute({
    name: 'search',
    path: '/search',
    params: noFields,
    query: StorefrontListQuery.extend({ q: searchTerm(100) }),
  }),
  content: defineRoute({
    name: 'content',
    path: '/pages/:slug',
    params: z.object({ slug }),
    query: z.object({ sent: z.literal('1').optional().catch(undefined) }),
  }),
  blog: defineRoute({ name: 'blog', path: '/blog', params: noFields, query: pageQuery }),
  blogTag: defineRoute({
    name: 'blogTag',
    path: '/blog/tag/:tag',
    params: z.object({ tag: singleLineText(40, 1) }),
    query: pageQuery,
  }),
  post: defineRoute({
    name: 'post',
    path: '/blog/:slug',
    params: z.object({ slug }),
    query: noFields,
  }),
  faq: defineRoute({ name: 'faq', path: '/faq', params: noFields, query: noFields }),
  policy: defineRoute({
    name: 'policy',
    path: '/policies/:kind',
    params: z.object({ kind: z.enum(policyKinds) }),
    query: noFields,
  }),
}
