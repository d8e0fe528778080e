import { z } from 'zod'
import type { Permission } from './permission.ts'
import type { LimitedResource } from './plan-resource.ts'
// Gives every validation issue its code, on the server and in the browser.
import '../error/issue.ts'

/**
 * Who can make a call: `public` needs no session, `logged-in` a session, `member` any membership in
 * the store of the call. Other values are permissions in that store.
 */
export type RouteAccess = 'public' | 'logged-in' | 'member' | Permission

/** One HTTP call, defined once for the server, the browser, the tests and OpenAPI. */
export type Route<Q = unknown, B = unknown, R = unknown, Path extends string = string> = {
  feature: string
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: Path
  can: RouteAccess
  /** One line for the API reference. */
  summary: string
  query: z.ZodType<Q>
  body: z.ZodType<B>
  /** The content of `data`. Lists return `{ items, meta }`, sent as `data` and `meta`. */
  reply: z.ZodType<R>
  isList: boolean
  /** Status code on success. */
  status: 200 | 201 | 202
  /** `message` in the success envelope. */
  message?: string
  /** Envelope keys copied from data fields, where the specification requires them. */
  envelopeFields?: Record<string, string>
  /** The envelope key of the content. */
  dataKey: string
  /** Other features whose cached queries this call invalidates. */
  invalidates: readonly string[]
  /** Supports `Idempotency-Key`: the same key and body return the same record again. */
  idempotent: boolean
  /** The body is multipart (files) instead of JSON. */
  upload: boolean
  /** The handler leaves out images of other stores. All other calls reject them. */
  omitsForeignImages?: true
  /** The response is a stream of this media type instead of an envelope. */
  downloadType?: string
  /** Why this download is not audited. Downloads without a reason are recorded as exports. */
  auditExemption?: string
  /** The rule that limits how often one person may make this call. Not for public calls. */
  rateLimit?: 'lookup' | 'transfer'
  /** The path parameter that names the store of the call. */
  storeIdParam?: 'id'
  /** The record that this call creates, if plans limit their number. */
  uses?: LimitedResource
  /** Changes up to 1,000 records, so that its deadline is four times that of other calls. */
  isLong?: true
  /** A list or statistics that may come from a read replica, up to a second old. It cannot write. */
  allowsReplica?: true
}

export type RouteParams<Path extends string> = Path extends `${string}:${infer P}/${infer Rest}`
  ? { [k in P]: string } & RouteParams<`/${Rest}`>
  : Path extends `${string}:${infer P}`
    ? { [k in P]: string }
    : Record<never, never>

/** Only calls that read can allow a replica. */
type ReadOrWrite =
  | { method: 'GET'; allowsReplica?: true }
  | { method: Exclude<Route['method'], 'GET'>; allowsReplica?: never }
type RouteDefinition = ReadOrWrite & {
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
  omitsForeignImages?: true
  downloadType?: string
  auditExemption?: string
  rateLimit?: Route['rateLimit']
  storeIdParam?: 'id'
  uses?: LimitedResource
  isLong?: true
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

/** An empty body, query or result. */
export const NoContent = z.unknown().transform(() => undefined)

/** A search term that begins no word, and the words that were searched instead. */
export const SearchCorrection = z.object({
  /** In lowercase, without diacritics. */
  term: z.string(),
  words: z.array(z.string()),
})
export type SearchCorrection = z.infer<typeof SearchCorrection>

export const ListMeta = z.object({
  page: z.int(),
  perPage: z.int(),
  /** Exact up to 10,000; above that, 10,000 with `totalIsCapped`. */
  total: z.int(),
  totalIsCapped: z.boolean(),
  /** Cursor for `?after=`; null on the last page. */
  next: z.string().nullable(),
  /** Notifications only: the caller's unread count, at most 100. */
  unread: z.int().optional(),
  /** Searches only, if a term was corrected. */
  corrections: z.array(SearchCorrection).optional(),
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
      dataKey: 'data',
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
  // The compiler can't infer the mapped type through Object.entries.
  return Object.fromEntries(routes) as { [k in keyof T]: DefinedRoute<T[k]> }
}

/** Returns the path of a call. Health checks are served outside `/api`. */
export const getRouteUrl = (route: { path: string }) =>
  route.path.startsWith('/health') ? route.path : `/api${route.path}`
