import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { StorefrontPage, StorefrontRenderer } from '#contract/storefront-page.ts'
import type { App } from '../lib/call/serve.ts'
import { openDisk } from '../lib/file/disk.ts'
import { serveMediaFiles } from '../lib/file/media-file.ts'
import { createHttpServer } from '../lib/http/http.ts'
import { sendErrorPage } from './error-page.ts'
import { PageCache } from './page-cache.ts'
import { serveProductJson } from './product-json.ts'
import { getStoreUrl, loadFrame, readStore } from './read-store.ts'
import { addRobotsHeader, serveRobots, serveSecurityText } from './robots.ts'
import { type Storefront, sendNotFound } from './serve-page.ts'
import { serveSitemap } from './sitemap.ts'
import { getStoreState, sendStatePage } from './store-state.ts'
import { storefrontHeaders } from './storefront-headers.ts'
import { createHostDirectory, noStoreText, parseHost } from './storefront-host.ts'
import { storefrontPages } from './storefront-pages.ts'

const builtStorefront = join(import.meta.dirname, '../../dist/storefront')
const Manifest = z.record(z.string(), z.object({ file: z.string(), name: z.string().optional() }))

/** Longer than any link with filters. */
const maxUrlLength = 8000

/** What the build makes of the folder `storefront`. */
export type StorefrontBuild = {
  renderer: StorefrontRenderer
  assets: StorefrontPage['assets']
  /** The folder with the files of `assets`. */
  assetFolder?: string
}

export const hasBuiltStorefront = () => existsSync(join(builtStorefront, 'server/entry.js'))

export async function loadBuiltStorefront(): Promise<StorefrontBuild> {
  const manifest = Manifest.parse(
    JSON.parse(readFileSync(join(builtStorefront, 'client/.vite/manifest.json'), 'utf8')),
  )
  const getPath = (source: string) => `/${manifest[source]?.file ?? ''}`
  return {
    renderer: await import(join(builtStorefront, 'server/entry.js')),
    assets: {
      stylesheet: getPath('storefront/style/storefront.css'),
      themeStylesheets: Object.fromEntries(
        Object.keys(manifest).flatMap(source => {
          const [, code] = /^storefront\/theme\/(\w+)\/\w+\.css$/.exec(source) ?? []
          return code ? [[code, getPath(source)]] : []
        }),
      ),
      script: getPath('storefront/element/elements.ts'),
    },
    assetFolder: join(builtStorefront, 'client/assets'),
  }
}

/**
 * Builds the server of all stores. It has no calls of the API, reads no Authorization header and
 * never allows another origin.
 */
export async function buildStorefrontServer(
  app: App,
  build: StorefrontBuild,
  logStream?: Writable,
): Promise<FastifyInstance> {
  const server = await createHttpServer(app.config, {
    logStream,
    sendError: ({ status }, request, reply) => sendErrorPage(build, request, reply, status),
  })
  const findHost = createHostDirectory(app.db)
  const storefront: Storefront = { app, server, ...build, cache: new PageCache() }
  server.decorateRequest('storefrontHost')
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(storefrontHeaders)
    if (request.url.length > maxUrlLength) return sendErrorPage(build, request, reply, 414)
    const host = parseHost(request.headers.host)
    const store = await findHost(host)
    if (!store) return reply.status(421).type('text/plain').send(noStoreText)
    request.storefrontHost = store
    if (host !== store.primaryHost)
      return reply.redirect(`${getStoreUrl(app, store.primaryHost)}${request.url}`, 301)
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD')
      return sendErrorPage(build, request, reply.header('allow', 'GET, HEAD'), 405)
    const state = getStoreState(store.status, request.url)
    if (state) return sendStatePage(storefront, request, reply, state)
  })
  addRobotsHeader(server)
  if (build.assetFolder)
    await server.register(files, {
      root: build.assetFolder,
      prefix: '/assets/',
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: reply => reply.header('cache-control', 'public, max-age=31536000, immutable'),
    })
  serveMediaFiles(server, openDisk(app.config), request => request.storefrontHost.businessId)
  serveThemeStylesheet(app, server)
  storefrontPages(storefront)
  serveProductJson(storefront)
  serveRobots(storefront)
  serveSecurityText(storefront)
  serveSitemap(storefront)
  server.setNotFoundHandler((request, reply) => sendNotFound(storefront, request, reply))
  await server.ready()
  return server
}

/** The settings of the theme as custom properties. Pages link to them with a hash in the path. */
function serveThemeStylesheet(app: App, server: Storefront['server']) {
  server.get('/theme.css', async (request, reply) => {
    const { storefrontHost } = request
    const { stylesheet } = await readStore(app, storefrontHost, tx =>
      loadFrame(app, tx, storefrontHost),
    )
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(stylesheet)
  })
}
