import { z } from 'zod'
import type { Permission } from './permission.ts'
// Every shape speaks in these sentences, on both sides.
import './say-issue.ts'

/**
 * Who may make a call. `public` needs no session, `signed-in` a session but no store, `member` a place in the store that the
 * call is made for, whatever one may do there; anything else is a permission within that store.
 */
export type Access = 'public' | 'signed-in' | 'member' | Permission

/** One HTTP call, described once: the server serves it, the browser makes it, the tests and OpenAPI walk over it. */
export type Route<Q = unknown, B = unknown, R = unknown, Path extends string = string> = {
  feature: string
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: Path
  can: Access
  /** One line for people who read the API page. */
  summary: string
  query: z.ZodType<Q>
  body: z.ZodType<B>
  /** What stands under `data` (for a list: `{ items, meta }`, sent as `data` and `meta`). */
  reply: z.ZodType<R>
  list: boolean
  /** Status of a success. */
  status: 200 | 201 | 202
  /** Said in the envelope of a success. */
  message?: string
  /** Envelope keys copied from a field of the data, where the spec wants them beside it. */
  beside?: Record<string, string>
  /** Other features whose cached reads a success makes stale. */
  touches: readonly string[]
  /** Honours `Idempotency-Key`: the same key and body give the first answer again. */
  idempotent: boolean
  /** The body is multipart: files, not JSON. */
  upload: boolean
  /** The reply is a stream of this media type, not an envelope. */
  download?: string
  /** Why such a stream leaves no entry in the audit. What has no reason takes data out of the store, and is written down. */
  unrecorded?: string
  /** Costly, or heard by somebody else: how often one person may do it is the table of limits' to say. */
  limit?: 'search' | 'export' | 'invite' | 'webhook' | 'upload'
  /** The parameter that is itself the store which the call is made for. */
  storeIs?: 'id'
}

export type ParamsOf<Path extends string> = Path extends `${string}:${infer P}/${infer Rest}`
  ? { [k in P]: string } & ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer P}`
    ? { [k in P]: string }
    : Record<never, never>

type Draft = {
  method: Route['method']
  path: string
  can: Access
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  reply?: z.ZodType
  items?: z.ZodType
  status?: Route['status']
  message?: string
  beside?: Record<string, string>
  touches?: readonly string[]
  idempotent?: boolean
  upload?: boolean
  download?: string
  unrecorded?: string
  limit?: Route['limit']
  storeIs?: 'id'
}
type Out<T> = T extends z.ZodType ? z.output<T> : undefined
type ReplyOf<D extends Draft> = D['items'] extends z.ZodType
  ? Page<z.output<D['items']>>
  : Out<D['reply']>
type Filled<D extends Draft> = Route<Out<D['query']>, Out<D['body']>, ReplyOf<D>, D['path']>

/** No body, no query, no data. */
export const Nothing = z.unknown().transform(() => undefined)

export const ListMeta = z.object({
  page: z.int(),
  perPage: z.int(),
  /** Exact up to 10,000, then 10,000 with `totalIsCapped`. */
  total: z.int(),
  totalIsCapped: z.boolean(),
  /** Cursor of the next page, for `?after=`; null on the last. */
  next: z.string().nullable(),
  /** Of notices alone: those that the person asking has not read, up to 100. */
  unread: z.int().optional(),
})
export type ListMeta = z.infer<typeof ListMeta>
export type Page<T> = { items: T[]; meta: ListMeta }

export function api<const T extends Record<string, Draft>>(feature: string, drafts: T) {
  const routes = Object.entries(drafts).map(([name, { items, ...draft }]) => [
    name,
    {
      query: Nothing,
      body: Nothing,
      reply: Nothing,
      status: draft.method === 'POST' ? 201 : 200,
      touches: [],
      idempotent: false,
      upload: false,
      ...draft,
      feature,
      name,
      list: items !== undefined,
      ...(items && { reply: z.object({ items: z.array(items), meta: ListMeta }) }),
    },
  ])
  // The entries above are built key by key from `drafts`, which the compiler cannot follow through Object.entries.
  return Object.fromEntries(routes) as { [k in keyof T]: Filled<T[k]> }
}

/** Where a call is served. Health is asked by machines that know no API. */
export const urlOf = (route: { path: string }) =>
  route.path.startsWith('/health') ? route.path : `/api${route.path}`
