import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Count, Id, ListQuery, sortQuery, Timestamp } from '../lib/schemas.ts'

/** Problems that keep shoppers from finding a page, or from choosing it among search results. */
export const SeoProblemKind = z.enum([
  'deadLink',
  'duplicateTitle',
  'missingDescription',
  'missingAltText',
  'longTitle',
  'longDescription',
])
export type SeoProblemKind = z.infer<typeof SeoProblemKind>

/** Search engines cut longer texts. */
export const maxSeoTitleLength = 70
export const maxSeoDescriptionLength = 160

export const SeoProblem = z.object({
  kind: SeoProblemKind,
  /** The text or the first link with the problem, or empty. */
  detail: z.string(),
  /** The number of characters, links, images or pages. */
  count: Count,
})
export type SeoProblem = z.infer<typeof SeoProblem>

/** A record that shoppers see, with its problems. */
export const SeoRecord = z.object({
  _id: Id,
  type: z.enum(['product', 'category', 'page', 'post', 'redirect']),
  name: z.string(),
  slug: z.string(),
  problems: z.array(SeoProblem),
})
export type SeoRecord = z.infer<typeof SeoRecord>

export const SeoListQuery = ListQuery.omit({ q: true }).extend({
  kind: SeoProblemKind.optional(),
  sort: sortQuery('name'),
})
export type SeoListQuery = z.infer<typeof SeoListQuery>

export const SeoCounts = z.record(z.enum(['all', ...SeoProblemKind.options]), Count)
export type SeoCounts = z.infer<typeof SeoCounts>

/** A search term of the last 90 days that found no product. */
export const EmptySearch = z.object({
  _id: Id,
  term: z.string(),
  count: Count,
  lastAt: Timestamp,
})
export type EmptySearch = z.infer<typeof EmptySearch>
/** The most frequent ones are listed. */
export const maxEmptySearches = 100

export const seoApi = defineApi('seo', {
  list: {
    method: 'GET',
    path: '/seo/getAll',
    can: 'cms:read',
    allowsReplica: true,
    summary: 'List the records of the store with problems for search engines',
    query: SeoListQuery,
    items: SeoRecord,
  },
  getCounts: {
    method: 'GET',
    path: '/seo/counts',
    can: 'cms:read',
    allowsReplica: true,
    summary: 'Count the records with each problem for search engines',
    reply: SeoCounts,
  },
  listEmptySearches: {
    method: 'GET',
    path: '/seo/emptySearch/getAll',
    can: 'cms:read',
    allowsReplica: true,
    summary: 'List the most frequent searches of shoppers without a result or a search rule',
    reply: z.array(EmptySearch),
  },
  deleteEmptySearch: {
    method: 'DELETE',
    path: '/seo/emptySearch/delete/:id',
    can: 'cms:write',
    summary: 'Remove a search without a result from the list',
    message: 'Search removed',
  },
})
