import { readFileSync } from 'node:fs'
import { shortAddresses } from '../../web/short-addresses.ts'

const listPaths = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/path: '(\/[^']+)'/g)].map(([, path = '']) => path)

/** Returns the paths of all pages, read from the source because the routes import components. */
export const listPagePaths = (): string[] =>
  [
    'web/public-routes.tsx',
    'web/routes.tsx',
    'web/settings-routes.tsx',
    'web/invoice-routes.tsx',
    'web/desk-routes.tsx',
    'web/content-routes.tsx',
    'web/shopper-routes.tsx',
  ].flatMap(listPaths)

/** Returns the paths that the server answers with the pages: those of pages, and short addresses. */
export const listServedPaths = (): string[] => [...listPagePaths(), ...Object.keys(shortAddresses)]

const errorPaths = ['/error', '/not-authorized']
/** Returns the paths of the pages that need no session. */
export const listPublicPaths = (): string[] =>
  listPaths('web/public-routes.tsx').filter(path => !errorPaths.includes(path))
