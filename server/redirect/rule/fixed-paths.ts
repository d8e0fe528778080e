import { storefrontRoutes } from '#contract/storefront/storefront.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Pages that a store has while it has published something on them. */
const listPaths: readonly string[] = [storefrontRoutes.blog.path, storefrontRoutes.faq.path]

/** Pages that every store has, and files that it serves. */
export const fixedPaths = [
  ...Object.values(storefrontRoutes).flatMap(({ path }) =>
    path.includes(':') || listPaths.includes(path) ? [] : [path],
  ),
  '/cart',
  '/checkout',
  '/account',
  '/wish-list',
  '/password',
  '/search/suggest',
  '/theme.css',
  '/blog/feed.xml',
  '/favicon.ico',
  '/robots.txt',
  '/sitemap.xml',
]

/** Selects the blog and the questions, as `path`, if shoppers can open them. */
export const selectListPaths = (tx: Tx): SqlFragment => tx`
  select page.path
  from (values
    (${storefrontRoutes.blog.path}::text, exists (
      select from post p
      where p.store_id = current_store() and p.status = 'published' and p.publish_at <= now())),
    (${storefrontRoutes.faq.path}::text, exists (
      select from faq_question q where q.store_id = current_store() and q.is_published))
  ) page (path, is_shown)
  where page.is_shown`
