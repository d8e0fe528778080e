import { existsSync } from 'node:fs'
import { join } from 'node:path'
import files from '@fastify/static'
import type { App } from '../call/serve.ts'

const root = join(import.meta.dirname, '../../../dist')

/**
 * The built browser part. Every address that is no file, no call and no picture gets the one page, which then shows
 * what belongs there. Files whose names carry a hash never change.
 */
export async function servePages(app: App): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return
  await app.register(files, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) =>
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  })
}

/** For the handler of unknown addresses: a person's browser gets the page, everything else a plain 404. */
export const isPageRequest = (method: string, url: string, accept = '') =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|health|media|assets)(\/|$)/.test(url) &&
  accept.includes('text/html') &&
  existsSync(join(root, 'index.html'))
