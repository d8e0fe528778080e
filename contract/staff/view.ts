import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import { codeText, Id, singleLineText } from '../lib/schemas.ts'

/** The lists that support saved views. Each has the name of its permission subject. */
export const ListName = z.enum(['product', 'order', 'customer', 'import', 'business', 'staff'])
export type ListName = z.infer<typeof ListName>

/** Maximum number of views a user sees in a list, private and shared together. */
export const maxViews = 50

export const Density = z.enum(['comfortable', 'compact'])
export type Density = z.infer<typeof Density>

/** One column of a layout. Omitted columns keep their default position. */
export const ColumnLayout = z.object({
  key: singleLineText(40, 1),
  isHidden: z.boolean(),
  /** In pixels; null sizes the column to its content. */ width: z
    .int()
    .min(48)
    .max(1200)
    .nullable(),
})
export type ColumnLayout = z.infer<typeof ColumnLayout>

const ColumnLayouts = z.array(ColumnLayout).max(40).nullable()

/** The editable part of a view: its name and whether all staff can see it. */
export const ViewDetails = z.object({ name: singleLineText(60, 1), isShared: z.boolean() })

const ViewInput = z.object({
  name: singleLineText(60, 1),
  /** The list's query string without the page. Readers ignore unknown parameters. */
  query: z
    .record(codeText(40, 1), singleLineText(500))
    .refine(query => Object.keys(query).length <= 30, issue('too_many_view_values')),
  columns: ColumnLayouts.optional(),
  density: Density.nullable().optional(),
  /**
   * Visible to all staff who can see the list. Sharing requires write permission for its subject.
   */
  isShared: z.boolean().optional(),
})

export const View = ViewInput.required().extend({
  _id: Id,
  list: ListName,
  position: z.int(),
  /** Whether the current user created the view. */ isOwn: z.boolean(),
})
export type View = z.infer<typeof View>

/** The current user's layout of the list (`view: null`) or of one view. */
export const ListLayout = z.object({
  view: Id.nullable(),
  columns: ColumnLayouts,
  density: Density.nullable(),
})
export type ListLayout = z.infer<typeof ListLayout>

export const ListViews = z.object({
  views: z.array(View),
  layouts: z.array(ListLayout),
  defaultView: Id.nullable(),
})
export type ListViews = z.infer<typeof ListViews>

// Each call requires membership; the handler then checks the permission of the named list.
export const viewApi = defineApi('view', {
  list: {
    method: 'GET',
    path: '/view/getAll',
    can: 'business:read',
    summary: 'Get the saved views and layouts of a list',
    query: z.object({ list: ListName }),
    reply: ListViews,
  },
  create: {
    method: 'POST',
    path: '/view/create',
    can: 'business:read',
    summary: 'Create a saved view',
    body: ViewInput.extend({ list: ListName }),
    reply: View,
    message: 'View saved',
  },
  update: {
    method: 'PATCH',
    path: '/view/update/:id',
    can: 'business:read',
    summary: 'Update a saved view',
    body: ViewInput.extend({
      /** Zero-based rank among the views. */ position: z.int().min(0).max(1000),
    }).partial(),
    reply: View,
    message: 'View saved',
  },
  delete: {
    method: 'DELETE',
    path: '/view/delete/:id',
    can: 'business:read',
    summary: 'Delete a saved view',
    message: 'View deleted',
  },
  saveLayout: {
    method: 'PUT',
    path: '/view/layout',
    can: 'business:read',
    summary: 'Save the current user’s layout of a list; without columns and density, reset it',
    body: ListLayout.extend({ list: ListName }),
    reply: ListViews,
  },
  saveDefaultView: {
    method: 'PUT',
    path: '/view/default',
    can: 'business:read',
    summary: 'Set the default view of a list',
    body: z.object({ list: ListName, view: Id.nullable() }),
    reply: ListViews,
  },
})
