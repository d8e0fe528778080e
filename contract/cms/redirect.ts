import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { BulkReply, bulkSelectionFields } from '../lib/call/bulk.ts'
import { ErrorMessage } from '../lib/call/problem.ts'
import { issue } from '../lib/error/issue.ts'
import { codeText, Id, ListQuery, sortQuery, Timestamp, updateSchema } from '../lib/schemas.ts'
import { ImportEncoding } from '../lib/text/import-encoding.ts'

/** Maximum number of redirects that a seller adds. Those of earlier slugs do not count. */
export const maxRedirects = 10_000
const maxPathLength = 500

const baseUrl = 'https://store.invalid'

/** Parses a path of the store. Returns undefined for text that leads to another host. */
function parsePath(text: string): URL | undefined {
  if (!/^\/(?![/\\])/.test(text) || text.includes('\\') || !text.isWellFormed()) return undefined
  const url = URL.canParse(text, baseUrl) ? new URL(text, baseUrl) : undefined
  // Dots can hide a second slash, as in `/.//example.com`.
  return url?.origin === baseUrl && !url.pathname.startsWith('//') ? url : undefined
}

/** Returns a text in lower case as the database does: letter by letter, each as one letter. */
const toLowerCase = (text: string) =>
  Array.from(text, letter => Array.from(letter.toLowerCase())[0]).join('')

/**
 * Returns a part of a path with the same characters percent-encoded in each spelling of it. An encoded
 * slash, question mark or hash stays encoded, because it would end the part.
 * @throws URIError for encoded bytes that are no text
 */
const normalizePathPart = (part: string) =>
  encodeURI(toLowerCase(decodeURIComponent(part).normalize('NFC'))).replace(
    /[/?#]/g,
    encodeURIComponent,
  )

/**
 * Returns the path of a URL of the store in the form in which redirects are stored: lower case,
 * percent-encoded, without a slash at the end. Returns undefined for paths that no redirect has.
 * The function `to_redirect_path` of the database does the same for targets.
 */
export function normalizeRedirectPath(url: string): string | undefined {
  try {
    const parts = (parsePath(url)?.pathname ?? '').split('/')
    // The digits of percent-encoded characters are lower case too.
    const path = parts.map(normalizePathPart).join('/').toLowerCase()
    const shortPath = path.replace(/\/+$/, '') || path.slice(0, 1)
    return shortPath && shortPath.length <= maxPathLength ? shortPath : undefined
  } catch {
    return undefined
  }
}

/** Returns the path of a pasted URL, with the slash that it starts with. */
function cleanRedirectPath(input: string): string {
  const text = input.trim().replace(/^https?:\/\/[^/?#\\]+/i, '') || '/'
  const path = /^[/?#]/.test(text) ? text : `/${text}`
  return /[?#]/.test(path) ? path : (normalizeRedirectPath(path) ?? path)
}

/** Returns a path of the store or an https URL as browsers read it. */
function cleanRedirectTarget(input: string): string {
  const text = input.trim()
  const path = parsePath(text)
  if (path) return path.pathname + path.search + path.hash
  return URL.canParse(text) ? new URL(text).href : text
}

function isRedirectTarget(target: string): boolean {
  if (target.startsWith('/')) return parsePath(target) !== undefined
  if (!target.startsWith('https://') || !URL.canParse(target)) return false
  const { username, password } = new URL(target)
  return username === '' && password === ''
}

export const RedirectPath = codeText(2000)
  .overwrite(cleanRedirectPath)
  .refine(path => normalizeRedirectPath(path) === path, issue('invalid_redirect_path'))
export const RedirectTarget = codeText(2000, 1)
  .overwrite(cleanRedirectTarget)
  .refine(isRedirectTarget, issue('invalid_redirect_target'))

export const RedirectInput = z.object({ path: RedirectPath, target: RedirectTarget })
export type RedirectInput = z.infer<typeof RedirectInput>

/** `own`: added by the seller. The others lead from an earlier slug to the current one. */
export const RedirectKind = z.enum(['own', 'product', 'category', 'page', 'post'])
export type RedirectKind = z.infer<typeof RedirectKind>

export const Redirect = z.object({
  _id: Id,
  path: z.string(),
  target: z.string(),
  kind: RedirectKind,
  hits: z.int(),
  lastHitAt: Timestamp.nullable(),
  version: z.int(),
  createdAt: Timestamp,
})
export type Redirect = z.infer<typeof Redirect>

const redirectFilterFields = { kind: RedirectKind.optional() }
export const RedirectListQuery = ListQuery.extend({
  sort: sortQuery('path', 'hits', 'createdAt'),
  ...redirectFilterFields,
})
export type RedirectListQuery = z.infer<typeof RedirectListQuery>

/** Problems beyond these are counted only. */
export const maxRedirectProblems = 50
export const RedirectImport = z.object({
  /** CSV with two columns, the path and the target, with or without a header. */
  csv: z.string().min(1).max(800_000),
})
/** A longer file has more text than an import accepts. */
export const maxRedirectFileBytes = 780_000
export const RedirectFile = z.object({
  /** The bytes of a file as base64. */
  file: z.base64().min(1).max(1_040_000),
})
export const RedirectFileEncoding = z.object({
  encoding: ImportEncoding,
  /** Parts of the text in their own bytes, as base64. Empty if the encoding is certain. */
  samples: z.array(z.string()),
})
export type RedirectFileEncoding = z.infer<typeof RedirectFileEncoding>
export const RedirectImportReply = z.object({
  created: z.int(),
  updated: z.int(),
  failed: z.int(),
  problems: z.array(ErrorMessage.extend({ line: z.int() })),
})
export type RedirectImportReply = z.infer<typeof RedirectImportReply>

export const redirectApi = defineApi('redirect', {
  list: {
    method: 'GET',
    path: '/redirect/getAll',
    can: 'cms:read',
    allowsReplica: true,
    summary: 'List redirects',
    query: RedirectListQuery,
    items: Redirect,
  },
  create: {
    method: 'POST',
    path: '/redirect/create',
    can: 'cms:write',
    summary: 'Create a redirect',
    body: RedirectInput,
    reply: Redirect,
    message: 'Redirect created',
  },
  update: {
    method: 'PATCH',
    path: '/redirect/update/:id',
    can: 'cms:write',
    summary: 'Update a redirect',
    body: updateSchema(RedirectInput),
    reply: Redirect,
    message: 'Redirect updated',
  },
  delete: {
    method: 'DELETE',
    path: '/redirect/delete/:id',
    can: 'cms:write',
    summary: 'Delete a redirect',
    message: 'Redirect deleted',
  },
  bulkDelete: {
    method: 'POST',
    path: '/redirect/bulk/delete',
    can: 'cms:write',
    status: 200,
    summary: 'Delete several redirects',
    body: z.object(bulkSelectionFields(redirectFilterFields)),
    reply: BulkReply,
  },
  findEncoding: {
    method: 'POST',
    path: '/redirect/findEncoding',
    can: 'cms:write',
    status: 200,
    summary: 'Find the encoding of a file with redirects; saves nothing',
    body: RedirectFile,
    reply: RedirectFileEncoding,
    rateLimit: 'transfer',
  },
  import: {
    method: 'POST',
    path: '/redirect/import',
    can: 'cms:write',
    status: 200,
    summary: 'Create or update redirects from CSV',
    body: RedirectImport,
    reply: RedirectImportReply,
    rateLimit: 'transfer',
  },
})
