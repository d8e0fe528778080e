import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { singleLineText } from '../lib/schemas.ts'

export const FreeSlugQuery = z.object({ name: singleLineText(200, 1) })
export const FreeSlug = z.object({ slug: z.string() })

const freeSlugFields = {
  method: 'GET',
  query: FreeSlugQuery,
  reply: FreeSlug,
} as const

export const productSlugApi = defineApi('product', {
  getFreeSlug: {
    ...freeSlugFields,
    path: '/product/freeSlug',
    can: 'product:read',
    summary: 'Get the slug that a new product with a title receives',
  },
})

export const categorySlugApi = defineApi('category', {
  getFreeSlug: {
    ...freeSlugFields,
    path: '/category/freeSlug',
    can: 'category:read',
    summary: 'Get the slug that a new category with a name receives',
  },
})

export const pageSlugApi = defineApi('cms', {
  getFreeSlug: {
    ...freeSlugFields,
    path: '/page/freeSlug',
    can: 'cms:read',
    summary: 'Get the slug that a new page with a title receives',
  },
})

export const postSlugApi = defineApi('post', {
  getFreeSlug: {
    ...freeSlugFields,
    path: '/post/freeSlug',
    can: 'cms:read',
    summary: 'Get the slug that a new post with a title receives',
  },
})
