import { policyKinds } from '#contract/cms/cms.ts'
import { normalizeRedirectPath } from '#contract/cms/redirect.ts'
import { decodePath } from '#contract/lib/text/url-path.ts'
import { splitLanguage } from '#contract/storefront/storefront-language.ts'
import type { Tx } from '../lib/db/db.ts'
import { selectListPaths } from '../redirect/rule/fixed-paths.ts'
import type { TemplateValue } from './template-values.ts'

/** Pages that every store has. */
const fixedPaths = new Set([
  '/',
  '/products',
  '/search',
  '/cart',
  '/checkout',
  '/account',
  '/wish-list',
  '/sitemap.xml',
  ...policyKinds.map(kind => `/policies/${kind}`),
])
const recordPathPattern = /^\/(products|categories|pages|blog)\/([^/]+)$/
const linkPattern = /\shref\s*=\s*["']?([^"'\s>]*)/gi

/** Returns the links of a value that lead to pages of the store. */
export function listPaths({ field, value }: TemplateValue): string[] {
  if (typeof value !== 'string') return []
  const links =
    field.type === 'richText'
      ? [...value.matchAll(linkPattern)].map(([, url = '']) => url)
      : [value]
  return field.type === 'link' || field.type === 'richText'
    ? links.filter(link => /^\/(?!\/|media\/)/.test(link))
    : []
}

/** Returns the paths that lead to no page, because their record does not exist or is hidden. */
export async function findDeadPaths(tx: Tx, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set()
  const targets = paths.map(path => ({ path, page: toPagePath(path) }))
  const pagePaths = await findRecordPaths(
    tx,
    targets.flatMap(({ page }) => recordPathPattern.exec(page)?.[2] ?? []),
  )
  const missing = targets.filter(({ page }) => !fixedPaths.has(page) && !pagePaths.has(page))
  const redirectedPaths = await findRedirectedPaths(
    tx,
    missing.map(({ page }) => toRedirectPath(page)),
  )
  const isRedirected = (page: string) => redirectedPaths.has(toRedirectPath(page))
  return new Set(missing.filter(({ page }) => !isRedirected(page)).map(({ path }) => path))
}

/** Returns the paths that lead to a page, as those of earlier handles do. */
async function findRedirectedPaths(tx: Tx, paths: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ path: string }[]>`
    select path from unnest(${paths}::text[]) path
    where exists (select from find_redirect(path))`
  return new Set(rows.map(({ path }) => path))
}

const toRedirectPath = (page: string) => normalizeRedirectPath(page) ?? page

/** Returns the path without its language, query and fragment. */
const toPagePath = (path: string): string =>
  decodePath(splitLanguage(path).url)
    .replace(/[?#].*$/, '')
    .replace(/(?<=.)\/$/, '')

async function findRecordPaths(tx: Tx, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ path: string }[]>`
    select '/products/' || slug as path from product where status = 'active' and slug = any (${slugs})
    union all
    select '/categories/' || slug from category
    where status = 'visible' and has_visible_parents(store_id, parent) and slug = any (${slugs})
    union all
    select '/pages/' || slug from page where status = 'published' and slug = any (${slugs})
    union all
    select '/blog/' || slug from post
    where status = 'published' and publish_at <= now() and slug = any (${slugs})
    union all
    ${selectListPaths(tx)}`
  return new Set(rows.map(({ path }) => path))
}
