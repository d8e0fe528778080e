import { z } from 'zod'
import type { Permission } from './permission.ts'
// Every shape speaks in these sentences, on both sides.
import './issue-message.ts'

/**
 * Who may make a call. `public` needs no session, `signed-in` a session but no store, `member` a place in the store that the
 * call is made for, whatever one may do there; anything else is a permission within that store.
 */
export type RouteAccess = 'public' | 'signed-in' | 'member' | Permission

/** One HTTP call, described once: the server serves it, the browser makes it, the tests and OpenAPI walk over it. */
export type Route<Q = unknown, B = unknown, R = unknown, Path extends string = string> = {
  feature: string
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: Path
  can: RouteAccess
  /** One line for people who read the API page. */
  summary: string
  query: z.ZodType<Q>
  body: z.ZodType<B>
  /** What stands under `data` (for a list: `{ items, meta }`, sent as `data` and `meta`). */
  reply: z.ZodType<R>
  isList: boolean
  /** Status of a success. */
  status: 200 | 201 | 202
  /** Said in the envelope of a success. */
  message?: string
  /** Envelope keys copied from a field of the data, where the spec wants them beside it. */
  envelopeFields?: Record<string, string>
  /** Other features whose cached reads a success makes stale. */
  invalidates: readonly string[]
  /** Honours `Idempotency-Key`: the same key and body give the first answer again. */
  idempotent: boolean
  /** The body is multipart: files, not JSON. */
  upload: boolean
  /** The reply is a stream of this media type, not an envelope. */
  downloadType?: string
  /** Why such a stream leaves no entry in the audit. What has no reason takes data out of the store, and is written down. */
  auditExemption?: string
  /** The rule that limits how often one person may make this call. */
  rateLimit?: 'lookup' | 'transfer'
  /** The parameter that is itself the store which the call is made for. */
  businessIdParam?: 'id'
}

export type RouteParams<Path extends string> = Path extends `${string}:${infer P}/${infer Rest}`
  ? { [k in P]: string } & RouteParams<`/${Rest}`>
  : Path extends `${string}:${infer P}`
    ? { [k in P]: string }
    : Record<never, never>

type RouteDefinition = {
  method: Route['method']
  path: string
  can: RouteAccess
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  reply?: z.ZodType
  items?: z.ZodType
  status?: Route['status']
  message?: string
  envelopeFields?: Record<string, string>
  invalidates?: readonly string[]
  idempotent?: boolean
  upload?: boolean
  downloadType?: string
  auditExemption?: string
  rateLimit?: Route['rateLimit']
  businessIdParam?: 'id'
}
type SchemaOutput<T> = T extends z.ZodType ? z.output<T> : undefined
type RouteReply<D extends RouteDefinition> = D['items'] extends z.ZodType
  ? Page<z.output<D['items']>>
  : SchemaOutput<D['reply']>
type DefinedRoute<D extends RouteDefinition> = Route<
  SchemaOutput<D['query']>,
  SchemaOutput<D['body']>,
  RouteReply<D>,
  D['path']
>

/** No body, no query, no data. */
export const NoContent = z.unknown().transform(() => undefined)

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

export function defineApi<const T extends Record<string, RouteDefinition>>(
  feature: string,
  definitions: T,
) {
  const routes = Object.entries(definitions).map(([name, { items, ...definition }]) => [
    name,
    {
      query: NoContent,
      body: NoContent,
      reply: NoContent,
      status: definition.method === 'POST' ? 201 : 200,
      invalidates: [],
      idempotent: false,
      upload: false,
      ...definition,
      feature,
      name,
      isList: items !== undefined,
      ...(items && { reply: z.object({ items: z.array(items), meta: ListMeta }) }),
    },
  ])
  // The entries above are built key by key from `definitions`, which the compiler cannot follow through Object.entries.
  return Object.fromEntries(routes) as { [k in keyof T]: DefinedRoute<T[k]> }
}

/** Where a call is served. Health is asked by machines that know no API. */
export const getRouteUrl = (route: { path: string }) =>
  route.path.startsWith('/health') ? route.path : `/api${route.path}`
