import { maxRedirects, normalizeRedirectPath } from '#contract/cms/redirect.ts'
import { decodePath } from '#contract/lib/text/url-path.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { fixedPaths, selectListPaths } from './rule/fixed-paths.ts'

/** Returns those of the paths that are pages of the store, which no redirect can hide. */
export async function findPagePaths(tx: Tx, paths: readonly string[]): Promise<Set<string>> {
  const listHandles = (folder: string) =>
    paths.filter(path => path.startsWith(folder)).map(path => decodePath(path.slice(folder.length)))
  const rows = await tx<{ path: string }[]>`
    select '/products/' || slug as path from product
    where status = 'active' and slug = any (${listHandles('/products/')}::text[])
    union all
    select '/categories/' || slug from category
    where status = 'visible' and slug = any (${listHandles('/categories/')}::text[])
    union all
    select '/pages/' || slug from page
    where status = 'published' and slug = any (${listHandles('/pages/')}::text[])
    union all
    select '/blog/' || slug from post
    where status = 'published' and publish_at <= now() and slug = any (${listHandles('/blog/')}::text[])
    union all
    ${selectListPaths(tx)}`
  return new Set([...fixedPaths, ...rows.map(({ path }) => normalizeRedirectPath(path) ?? path)])
}

/** Serializes changes that add redirects, because their number is limited. */
export const lockRedirects = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('redirect ' || current_store(), 0))`

/** @throws Problem 409 redirect_limit after too many redirects were added */
export async function assertRedirectLimit(tx: Tx): Promise<void> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count
    from (select 1 from redirect where target is not null limit ${maxRedirects + 1}) r`
  if (row && row.count > maxRedirects)
    throw new Problem(409, 'redirect_limit', { count: maxRedirects })
}

/** @throws Problem 409 redirect_path_in_use on `path` */
export async function assertFreePath(tx: Tx, path: string): Promise<void> {
  const pagePaths = await findPagePaths(tx, [path])
  if (pagePaths.has(path)) throw createFieldProblem('path', 'redirect_path_in_use', {}, 409)
}

/** @throws Problem 422 redirect_loop on `target` if redirects lead from it back to the path */
export async function assertNoLoop(tx: Tx, path: string, target: string): Promise<void> {
  if (!target.startsWith('/')) return
  const [row] = await tx`
    with recursive visit (path, step) as (
      select to_redirect_path(${target}), 1
      union all
      select to_redirect_path(r.target), visit.step + 1
      from visit
      join redirect r on r.store_id = current_store() and r.path = visit.path
      where r.target is not null and visit.step < 10
    )
    select 1 from visit where path = ${path}`
  if (row) throw createFieldProblem('target', 'redirect_loop')
}

/** Returns a function that makes a path of a URL on a domain of the store. */
export async function createTargetLocalizer(tx: Tx): Promise<(target: string) => string> {
  const rows = await tx<{ domain: string }[]>`select domain from domain where status = 'active'`
  const hosts = new Set(rows.map(({ domain }) => domain))
  return target => {
    if (!target.startsWith('https://')) return target
    const { hostname, pathname, search, hash } = new URL(target)
    // A path with two slashes would be another host.
    return hosts.has(hostname) && !pathname.startsWith('//') ? pathname + search + hash : target
  }
}
