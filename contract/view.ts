import { z } from 'zod'
import { defineApi } from './lib/api.ts'
import { Id, singleLineText } from './lib/schemas.ts'

/** The lists that can be arranged. Each is named by the subject whose rows it shows, and so by the permission it needs. */
export const ListName = z.enum(['product', 'order', 'customer', 'import', 'business', 'staff'])
export type ListName = z.infer<typeof ListName>

/** Views of a list that one person sees at most, their own and the shared ones. */
export const maxViews = 50

export const Density = z.enum(['comfortable', 'compact'])
export type Density = z.infer<typeof Density>

/** One column in its place. Columns that are left out stand where the list puts them. */
export const ColumnLayout = z.object({
  key: singleLineText(40, 1),
  isHidden: z.boolean(),
  /** Pixels; null for as wide as it needs to be. */ width: z.int().min(48).max(1200).nullable(),
})
export type ColumnLayout = z.infer<typeof ColumnLayout>

const ColumnLayouts = z.array(ColumnLayout).max(40).nullable()

/** What a person says of a view: its name, and whether it is for everybody. */
export const ViewDetails = z.object({ name: singleLineText(60, 1), isShared: z.boolean() })

const ViewInput = z.object({
  name: singleLineText(60, 1),
  /** As it stands in the address bar, without the page. What a list no longer knows is passed over when it is read. */
  query: z
    .record(z.string().min(1).max(40), z.string().max(500))
    .refine(query => Object.keys(query).length <= 30, 'At most 30 values'),
  columns: ColumnLayouts.optional(),
  density: Density.nullable().optional(),
  /** Seen by everybody who may see the list; needs the right to change what it lists. */
  isShared: z.boolean().optional(),
})

export const View = ViewInput.required().extend({
  _id: Id,
  list: ListName,
  position: z.int(),
  /** Whether the person asking made it. */ isOwn: z.boolean(),
})
export type View = z.infer<typeof View>

/** How the person asking wants the list (`view: null`) or one of its views to look. */
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

// Being let into the store at all is what each call needs; the list's own permission is asked for when the list is known.
export const viewApi = defineApi('view', {
  list: {
    method: 'GET',
    path: '/view/getAll',
    can: 'business:read',
    summary: 'Saved views of a list, and how the person asking wants it to look',
    query: z.object({ list: ListName }),
    reply: ListViews,
  },
  create: {
    method: 'POST',
    path: '/view/create',
    can: 'business:read',
    summary: 'Save what a list shows under a name',
    body: ViewInput.extend({ list: ListName }),
    reply: View,
    message: 'View saved',
  },
  update: {
    method: 'PATCH',
    path: '/view/update/:id',
    can: 'business:read',
    summary: 'Change a saved view',
    body: ViewInput.extend({
      /** Rank among the views, from 0. */ position: z.int().min(0).max(1000),
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
    summary:
      'Keep how the person asking wants a list to look; without columns and density, as it comes',
    body: ListLayout.extend({ list: ListName }),
    reply: ListViews,
  },
  saveDefaultView: {
    method: 'PUT',
    path: '/view/default',
    can: 'business:read',
    summary: 'Open a list with one of its views, or without',
    body: z.object({ list: ListName, view: Id.nullable() }),
    reply: ListViews,
  },
})
