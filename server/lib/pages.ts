import { existsSync } from 'node:fs'
import { join } from 'node:path'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import files from '@fastify/static'
import Fastify from 'fastify'
import type { App } from './serve.ts'

const root = join(import.meta.dirname, '../../dist')

/** Headers that narrow what a page may do. Styles may be inline: the component library sets positions that way. */
export async function registerHeaders(app: App): Promise<void> {
  const headers = await headersOf({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'none'"], scriptSrc: ["'self'"], styleSrc: ["'self'", "'unsafe-inline'"], imgSrc: ["'self'", 'data:', 'blob:'], fontSrc: ["'self'"],
        connectSrc: ["'self'"], baseUri: ["'self'"], formAction: ["'self'"], frameAncestors: ["'none'"], manifestSrc: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: app.config.publicUrl.startsWith('https:'),
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** What helmet sets, asked of it once: it works the same out anew for each request, which took a twentieth of a list's time. */
async function headersOf(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const sample = Fastify()
  await sample.register(helmet, options)
  sample.get('/', (_request, reply) => reply.send(''))
  const { headers } = await sample.inject('/')
  await sample.close()
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (['content-length', 'date', 'connection', 'content-type'].includes(name) ? [] : [[name, String(value)]])))
}

/**
 * The built browser part. Every address that is no file, no call and no picture gets the one page, which then shows
 * what belongs there. Files whose names carry a hash never change.
 */
export async function servePages(app: App): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return
  await app.register(files, {
    root, wildcard: false, index: false, preCompressed: true, cacheControl: false,
    setHeaders: (reply, path) => reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  })
}

/** For the handler of unknown addresses: a person's browser gets the page, everything else a plain 404. */
export const isPageRequest = (method: string, url: string, accept = '') =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|health|media|assets)(\/|$)/.test(url) && accept.includes('text/html') && existsSync(join(root, 'index.html'))
