import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Id, singleLineText, Timestamp, updateSchema } from '../lib/schemas.ts'

/** Maximum number of search rules of a store. They are on one page, and each search reads them. */
export const maxSearchRules = 100

/** What the search of a store does with some terms. Shoppers do not see the rule. */
export const SearchRuleInput = z.object({
  /** Terms with the same meaning: a search for one finds the products of all. */
  terms: z.array(singleLineText(60, 1)).min(1).max(10),
  /** The products that come first, in this order. */
  pinnedProducts: z.array(Id).max(20).optional(),
  /** The products that are not found. */
  hiddenProducts: z.array(Id).max(50).optional(),
})
export type SearchRuleInput = z.infer<typeof SearchRuleInput>

export const SearchRule = SearchRuleInput.required().extend({
  _id: Id,
  version: z.int(),
  updatedAt: Timestamp,
})
export type SearchRule = z.infer<typeof SearchRule>

export const searchRuleApi = defineApi('searchRule', {
  list: {
    method: 'GET',
    path: '/searchRule/getAll',
    can: 'cms:read',
    summary: 'List the search rules of the store, the newest first',
    reply: z.array(SearchRule),
  },
  get: {
    method: 'GET',
    path: '/searchRule/:id',
    can: 'cms:read',
    summary: 'Get a search rule',
    reply: SearchRule,
  },
  create: {
    method: 'POST',
    path: '/searchRule/create',
    can: 'cms:write',
    summary: 'Create a rule of synonyms, pinned products and hidden products for a search',
    body: SearchRuleInput,
    reply: SearchRule,
    message: 'Search rule created',
    invalidates: ['seo'],
  },
  update: {
    method: 'PATCH',
    path: '/searchRule/update/:id',
    can: 'cms:write',
    summary: 'Update a search rule',
    body: updateSchema(SearchRuleInput),
    reply: SearchRule,
    message: 'Search rule updated',
    invalidates: ['seo'],
  },
  delete: {
    method: 'DELETE',
    path: '/searchRule/delete/:id',
    can: 'cms:write',
    summary: 'Delete a search rule',
    message: 'Search rule deleted',
    invalidates: ['seo'],
  },
})
