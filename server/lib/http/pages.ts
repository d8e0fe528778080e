import { existsSync } from 'node:fs'
import { join } from 'node:path'
import files from '@fastify/static'
import type { App } from '../call/serve.ts'

const root = join(import.meta.dirname, '../../../dist')

/**
 * Serves the built back office. Paths that are no file, call or image get `index.html`, which
 * routes them in the browser. Files with a hash in their name never change.
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

/** Returns whether a request for an unknown path comes from a browser that opens a page. */
export const isPageRequest = (method: string, url: string, accept = '') =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|health|media|assets)(\/|$)/.test(url) &&
  accept.includes('text/html') &&
  existsSync(join(root, 'index.html'))
