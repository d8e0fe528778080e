import { storefrontRoutes } from '#contract/storefront/storefront.ts'

/** Pages that every store has, and files that it serves. */
export const fixedPaths = [
  ...Object.values(storefrontRoutes).flatMap(({ path }) => (path.includes(':') ? [] : [path])),
  '/cart',
  '/checkout',
  '/account',
  '/password',
  '/search/suggest',
  '/theme.css',
  '/blog/feed.xml',
  '/favicon.ico',
  '/robots.txt',
  '/sitemap.xml',
]
