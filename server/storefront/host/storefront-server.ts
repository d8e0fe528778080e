import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { storefrontRoutes } from '#contract/storefront/storefront.ts'
import { splitLanguage } from '#contract/storefront/storefront-language.ts'
import type { StorefrontPage } from '#contract/storefront/storefront-page.ts'
import type { StorefrontRenderer } from '#contract/storefront/storefront-renderer.ts'
import type { App } from '../../lib/call/serve.ts'
import { openRequestDisk } from '../../lib/file/disk.ts'
import { serveMediaFiles } from '../../lib/file/media-file.ts'
import { createHttpServer } from '../../lib/http/http.ts'
import { getPreviewHost } from '../../store/rule/preview-host.ts'
import { parseMailLink } from '../../store-mail/mail-link-token.ts'
import { serveFeed } from '../blog/serve-feed.ts'
import { CachedReplies } from '../cache/cached-replies.ts'
import { FrameCache } from '../cache/frame-cache.ts'
import { createMissingPaths } from '../cache/missing-paths.ts'
import { PageCache } from '../cache/page-cache.ts'
import { createStoreCounts } from '../cache/store-counts.ts'
import { serveChat } from '../chat/serve-chat.ts'
import { serveLlmsText } from '../feed/serve-llms-text.ts'
import { serveProductFeeds } from '../feed/serve-product-feeds.ts'
import { serveContactForm } from '../form/contact-form.ts'
import { acceptForms } from '../form/serve-form.ts'
import { addEmptySearches } from '../list/empty-search.ts'
import { serveSuggestions } from '../list/suggestions.ts'
import { sendErrorPage } from '../page/error-page.ts'
import { serveFavicon } from '../page/favicon.ts'
import { minimizeBody } from '../page/page-body.ts'
import { type StyleRule, stylesFile } from '../page/page-styles.ts'
import { serveProductJson } from '../page/product-json.ts'
import { loadFrame, readStore } from '../page/read-store.ts'
import {
  hasUnusedLanguage,
  redirectToPath,
  type Storefront,
  sendNotFound,
} from '../page/serve-page.ts'
import { storefrontPages } from '../page/storefront-pages.ts'
import { takePreviewToken } from '../preview/preview.ts'
import { beginPreview, finishPreviews, serveSectionPreview } from '../preview/serve-preview.ts'
import { addRobotsHeader, serveRobots, serveSecurityText } from '../sitemap/robots.ts'
import { serveSitemap } from '../sitemap/sitemap.ts'
import { createNetworkLimit } from './network-limit.ts'
import { hasStoreAccess, sendPasswordPage, serveStorePassword } from './store-access.ts'
import { getStoreState, isFilePath, sendStatePage } from './store-state.ts'
import { getTransportSecurity, storefrontHeaders } from './storefront-headers.ts'
import {
  createHostDirectory,
  noStoreText,
  parseHost,
  type StorefrontHost,
} from './storefront-host.ts'

const builtStorefront = join(import.meta.dirname, '../../../dist/storefront')
const Manifest = z.record(z.string(), z.object({ file: z.string(), name: z.string().optional() }))

/** Longer than any link with filters. */
const maxUrlLength = 8000

/** A shopper who types, searches and filters stays below this. */
const variationLimit = { burst: 120, refillPerSecond: 4 }

/** The files that the build creates from the folder `storefront`. */
export type StorefrontBuild = {
  renderer: StorefrontRenderer
  assets: StorefrontPage['assets']
  /** The rules of each theme, for the documents of pages. Without them, pages link to the files. */
  themeStyles?: Record<string, readonly StyleRule[]>
  /** The folder with the files of `assets`. */
  assetFolder?: string
}

export const hasBuiltStorefront = () =>
  ['server/entry.js', join('client', stylesFile)].every(file =>
    existsSync(join(builtStorefront, file)),
  )

export async function loadBuiltStorefront(): Promise<StorefrontBuild> {
  const manifest = Manifest.parse(
    JSON.parse(readFileSync(join(builtStorefront, 'client/.vite/manifest.json'), 'utf8')),
  )
  const getPath = (source: string) => `/${manifest[source]?.file ?? ''}`
  const listPaths = (pattern: RegExp) =>
    Object.fromEntries(
      Object.keys(manifest).flatMap(source => {
        const [, name] = pattern.exec(source) ?? []
        return name ? [[name, getPath(source)]] : []
      }),
    )
  return {
    renderer: await import(join(builtStorefront, 'server/entry.js')),
    themeStyles: JSON.parse(readFileSync(join(builtStorefront, 'client', stylesFile), 'utf8')),
    assets: {
      stylesheet: getPath('storefront/style/storefront.css'),
      themeStylesheets: listPaths(/^storefront\/theme\/(\w+)\/\w+\.css$/),
      themeFonts: listPaths(/^storefront\/theme\/\w+\/(\w+-\w+(?:-heading)?)\.woff2$/),
      script: getPath('storefront/element/elements.ts'),
      previewScript: getPath('storefront/element/preview-bridge.ts'),
    },
    assetFolder: join(builtStorefront, 'client/assets'),
  }
}

/**
 * Builds the server of all stores. It has no calls of the API, reads no Authorization header and
 * never allows another origin. `extend` adds the routes of other features.
 */
export async function buildStorefrontServer(
  app: App,
  build: StorefrontBuild,
  { logStream, extend }: { logStream?: Writable; extend?: (storefront: Storefront) => void } = {},
): Promise<FastifyInstance> {
  const previewHost = getPreviewHost(app.config)
  const server = await createHttpServer(app.config, {
    logStream,
    rewriteUrl: request => toRoutedUrl(request, previewHost),
    sendError: ({ status }, request, reply) => sendErrorPage(build, request, reply, status),
  })
  const hosts = createHostDirectory(app)
  const cache = new PageCache(app.clock, minimizeBody)
  const storefront: Storefront = {
    app,
    server,
    ...build,
    cache,
    frames: new FrameCache(app),
    missingPaths: createMissingPaths(app, server),
    emptySearches: createStoreCounts(app, server, addEmptySearches),
    variationLimit: createNetworkLimit(app.config.rateLimitFactor, variationLimit),
    pages: [],
  }
  server.decorateRequest('storefrontHost')
  server.decorate('cachedReplies', new CachedReplies({ server, cache, peekHost: hosts.peek }))
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(storefrontHeaders)
    if (request.url.length > maxUrlLength) return sendErrorPage(build, request, reply, 414)
    // Other targets are for proxies. After the host of a redirect, they would be part of the host.
    if (!request.originalUrl.startsWith('/')) return sendErrorPage(build, request, reply, 400)
    const host = parseHost(request.headers.host)
    const isPreview = host === previewHost
    const store = isPreview ? undefined : await hosts.find(host)
    if (!isPreview && !store) return reply.status(421).type('text/plain').send(noStoreText)
    reply.headers(getTransportSecurity(app.config, host))
    if (!store) return beginPreview(storefront, hosts, request, reply)
    return beginRequest(storefront, store, request, reply)
  })
  addRobotsHeader(server)
  finishPreviews(server, app.config)
  await serveAssets(server, build)
  serveMediaFiles(server, openRequestDisk(app.config), request => request.storefrontHost.storeId)
  serveThemeStylesheet(app, server)
  registerRoutes(storefront)
  extend?.(storefront)
  server.setNotFoundHandler((request, reply) => sendMissing(storefront, request, reply))
  await server.ready()
  return server
}

const pageRoutes = new Set(Object.values(storefrontRoutes).map(({ path }) => path))
const isPageRoute = ({ routeOptions }: FastifyRequest) => pageRoutes.has(routeOptions.url ?? '')

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Sends what replaces the requested page: a redirect, or the state of the store. */
async function beginRequest(
  storefront: Storefront,
  store: StorefrontHost,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { language = store.language } = splitLanguage(request.originalUrl)
  const isOffered = store.languages.includes(language)
  request.storefrontHost = isOffered ? { ...store, language } : store
  // Emails stay valid when the store closes, gets a password, or changes its host or its languages.
  if (parseMailLink(storefront.app, store.storeId, request.params)) return
  if (parseHost(request.headers.host) !== store.primaryHost)
    return redirectToPath(storefront, request, reply, request.originalUrl)
  if (request.is404 && !isRead(request))
    return sendErrorPage(storefront, request, reply.header('allow', 'GET, HEAD'), 405)
  const state = getStoreState(store.status, request.url)
  if (state) return sendStatePage(storefront, request, reply, state)
  if (!hasStoreAccess(storefront.app, request)) return sendPasswordPage(storefront, request, reply)
  if (!isOffered) return sendMissing(storefront, request, reply)
  // A page redirects itself, so that an earlier handle leads to the current one in one step.
  if (hasUnusedLanguage(request) && !request.is404 && !isPageRoute(request))
    return redirectToPath(storefront, request, reply)
}

/**
 * Sends the page for a path that does not exist. A missing file of a store that is not open gets no page, because
 * the page shows the menus of the store.
 */
function sendMissing(storefront: Storefront, request: FastifyRequest, reply: FastifyReply) {
  const { status, passwordId } = request.storefrontHost
  const isOpen = status === 'live' && passwordId === null
  return isOpen || !isFilePath(request.url)
    ? sendNotFound(storefront, request, reply)
    : reply.status(404).header('cache-control', 'no-store').send()
}

/** Pages in all languages and in previews have the same routes. */
function toRoutedUrl(request: IncomingMessage, previewHost: string): string {
  const { url = '/', headers } = request
  const isPreview = parseHost(headers.host) === previewHost
  return splitLanguage(isPreview ? takePreviewToken(request) : url).url
}

/** Registers the paths that every store serves. */
function registerRoutes(storefront: Storefront) {
  storefrontPages(storefront)
  acceptForms(storefront.server)
  serveSuggestions(storefront)
  serveContactForm(storefront)
  serveChat(storefront)
  serveStorePassword(storefront)
  serveProductJson(storefront)
  serveFeed(storefront)
  serveProductFeeds(storefront)
  serveLlmsText(storefront)
  serveFavicon(storefront)
  serveRobots(storefront)
  serveSecurityText(storefront)
  serveSitemap(storefront)
  serveSectionPreview(storefront)
}

/** The names of the files change with their content. */
async function serveAssets(server: FastifyInstance, { assetFolder }: StorefrontBuild) {
  if (!assetFolder) return
  await server.register(files, {
    root: assetFolder,
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: reply => reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
}

/** The settings of the theme as custom properties. Pages link to them with a hash in the path. */
function serveThemeStylesheet(app: App, server: Storefront['server']) {
  server.get('/theme.css', async (request, reply) => {
    const { storefrontHost } = request
    const { stylesheet, frame } = await readStore(app, storefrontHost, tx =>
      loadFrame(app, tx, storefrontHost),
    )
    // A browser must not keep the current colors under the path of earlier ones, which can return.
    const isWanted = request.url === frame.theme.stylesheetPath
    return reply
      .header('cache-control', isWanted ? 'public, max-age=31536000, immutable' : 'no-cache')
      .type('text/css; charset=utf-8')
      .send(stylesheet.text)
  })
}
