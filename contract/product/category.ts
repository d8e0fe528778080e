import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { BulkReply } from '../lib/call/bulk.ts'
import {
  Id,
  ImageUrl,
  ListQuery,
  multiLineText,
  Slug,
  singleLineText,
  sortQuery,
  Timestamp,
  updateSchema,
} from '../lib/schemas.ts'

export const maxCategoryDepth = 4
export const CategoryStatus = z.enum(['visible', 'hidden'])

export const CategoryInput = z.object({
  name: singleLineText(80, 1),
  /** If omitted, the server derives it from the name. */
  slug: Slug.optional(),
  /** Sanitized HTML. */
  description: multiLineText(5000).optional(),
  image: ImageUrl.optional(),
  parent: Id.nullable().optional(),
  /** Zero-based rank among siblings; last if omitted. */
  position: z.int().min(0).max(10_000).optional(),
  status: CategoryStatus.optional(),
  seoTitle: singleLineText(120).optional(),
  seoDescription: singleLineText(320).optional(),
})
export type CategoryInput = z.infer<typeof CategoryInput>

export const Category = CategoryInput.required().extend({
  _id: Id,
  productCount: z.int(),
  version: z.int(),
  createdAt: Timestamp,
})
export type Category = z.infer<typeof Category>

/** The whole tree in depth-first order. Roots have depth 1. */
export const CategoryNode = z.object({
  _id: Id,
  name: z.string(),
  slug: z.string(),
  parent: Id.nullable(),
  depth: z.int(),
  position: z.int(),
  status: CategoryStatus,
  image: z.string(),
  productCount: z.int(),
})
export type CategoryNode = z.infer<typeof CategoryNode>

/** A category in the list, with the data about its branch that its row shows. */
export const CategoryRow = CategoryNode.extend({
  /** The names of the parents, from the top. */
  path: z.array(z.string()),
  childCount: z.int(),
  /** Number of levels of the branch: 1 without subcategories. */
  height: z.int(),
})
export type CategoryRow = z.infer<typeof CategoryRow>

export const CategoryPosition = z.object({
  parent: Id.nullable(),
  position: z.int().min(0).max(10_000),
})
export type CategoryPosition = z.infer<typeof CategoryPosition>

export const categoryApi = defineApi('category', {
  list: {
    method: 'GET',
    path: '/category/getAll',
    can: 'category:read',
    summary: 'List categories',
    query: ListQuery.extend({
      sort: sortQuery('name', 'position', 'createdAt'),
      status: CategoryStatus.optional(),
      parent: Id.optional(),
    }),
    items: Category,
  },
  listRows: {
    method: 'GET',
    path: '/category/rows',
    can: 'category:read',
    allowsReplica: true,
    summary: 'List top-level categories by position, or all categories that match a filter by name',
    query: ListQuery.omit({ after: true }).extend({ status: CategoryStatus.optional() }),
    items: CategoryRow,
  },
  listChildren: {
    method: 'GET',
    path: '/category/children/:id',
    can: 'category:read',
    summary: 'List the direct subcategories of a category by position',
    reply: z.array(CategoryRow),
  },
  getTree: {
    method: 'GET',
    path: '/category/getTree',
    can: 'category:read',
    summary: 'Get the category tree',
    reply: z.array(CategoryNode),
  },
  get: {
    method: 'GET',
    path: '/category/:id',
    can: 'category:read',
    summary: 'Get a category',
    reply: Category,
  },
  create: {
    method: 'POST',
    path: '/category/create',
    can: 'category:write',
    summary: 'Create a category',
    body: CategoryInput,
    reply: Category,
    message: 'Category created successfully',
    invalidates: ['dashboard'],
  },
  update: {
    method: 'PATCH',
    path: '/category/update/:id',
    can: 'category:write',
    summary: 'Update or move a category',
    body: updateSchema(CategoryInput),
    reply: Category,
    message: 'Category created successfully',
    invalidates: ['product'],
  },
  move: {
    method: 'PATCH',
    path: '/category/move/:id',
    can: 'category:write',
    summary: 'Move a category',
    body: CategoryPosition,
    reply: Category,
  },
  delete: {
    method: 'DELETE',
    path: '/category/delete/:id',
    can: 'category:write',
    summary: 'Delete a category; its subcategories move up and its products stay',
    message: 'Category deleted successfully',
    invalidates: ['product', 'dashboard'],
  },
  bulkUpdateStatus: {
    method: 'POST',
    path: '/category/bulk/updateStatus',
    can: 'category:write',
    status: 200,
    summary: 'Show or hide several categories',
    body: z.object({ ids: z.array(Id).min(1).max(500), status: CategoryStatus }),
    reply: BulkReply,
  },
  bulkDelete: {
    method: 'POST',
    path: '/category/bulk/delete',
    can: 'category:write',
    status: 200,
    summary: 'Delete several categories; their subcategories move up and their products stay',
    body: z.object({ ids: z.array(Id).min(1).max(500) }),
    reply: BulkReply,
    invalidates: ['product', 'dashboard'],
  },
})
