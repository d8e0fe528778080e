import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CmsSections } from '#contract/cms/cms.ts'
import { decodePath } from '#contract/lib/text/url-path.ts'
import type { StorefrontRoute } from '#contract/storefront/storefront.ts'
import type { StorefrontFrame, StorefrontPage } from '#contract/storefront/storefront-page.ts'
import type { StorefrontRenderer } from '#contract/storefront/storefront-renderer.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getStoreUrl } from '../../store/rule/store-url.ts'
import type { CachedReplies } from '../cache/cached-replies.ts'
import type { FrameCache } from '../cache/frame-cache.ts'
import type { MissingPaths } from '../cache/missing-paths.ts'
import {
  type CachedPage,
  getCacheKey,
  getPageBudget,
  missingPage,
  type PageCache,
} from '../cache/page-cache.ts'
import type { StoreCounts } from '../cache/store-counts.ts'
import type { NetworkLimit } from '../host/network-limit.ts'
import { type LoadedContent, notFound } from '../host/storefront-content.ts'
import { allowSources, noSources } from '../host/storefront-headers.ts'
import type { StorefrontHost } from '../host/storefront-host.ts'
import { listVideoSources } from '../host/video-sources.ts'
import { addStyles } from './inline-style.ts'
import type { StoreFrame } from './load-frame.ts'
import { loadImages } from './load-images.ts'
import { loadSections, selectSections } from './load-sections.ts'
import { type BodyQuality, compressBody, hasContent, selectBody } from './page-body.ts'
import type { StyleRule } from './page-styles.ts'
import { loadFrame, readPublishedStore, readStore } from './read-store.ts'
import { loadTextCards } from './text-cards.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The store of the host, in the storefront only. */
    storefrontHost: StorefrontHost
  }
  interface FastifyInstance {
    /** In the storefront only. */
    cachedReplies: CachedReplies
  }
}

export type Storefront = {
  app: App
  server: FastifyInstance
  renderer: StorefrontRenderer
  assets: StorefrontPage['assets']
  themeStyles?: Record<string, readonly StyleRule[]>
  cache: PageCache
  frames: FrameCache
  missingPaths: MissingPaths
  /** The searches that found no product. */
  emptySearches: StoreCounts
  /** The searches, suggestions, filtered lists and variants that are not cached. */
  variationLimit: NetworkLimit
  /** All pages, in the order of their routes. */
  pages: FindPage[]
}
/** Returns the function that loads the page at a path, or undefined for the path of another page. */
type FindPage = (path: string, query: object) => LoadContent | undefined

export type PageContext<Params, Query> = {
  tx: Tx
  params: Params
  query: Query
  host: StorefrontHost
  frame: StorefrontFrame
  sections: CmsSections
  getTemplate: StoreFrame['getTemplate']
}

/**
 * Serves a page of the storefront, the only way in: parses the path and the query by the contract,
 * loads the content as the role of the storefront, renders and caches the HTML.
 */
export function servePage<Params, Query>(
  storefront: Storefront,
  route: StorefrontRoute<Params, Query>,
  load: (context: PageContext<Params, Query>) => Promise<LoadedContent> | LoadedContent,
) {
  const parse = (rawParams: unknown, rawQuery: unknown) => {
    const { success, data: params } = route.params.safeParse(rawParams)
    const query = route.query.parse(rawQuery)
    const loadContent: LoadContent = context =>
      success ? load({ ...context, params, query }) : notFound
    return { isValid: success, params, query, loadContent }
  }
  storefront.pages.push((path, query) => {
    const params = matchPath(route.path, path)
    return params && parse(params, query).loadContent
  })
  storefront.server.get(route.path, async (request, reply) => {
    const { isValid, params, query, loadContent } = parse(request.params, request.query)
    const { storeId, preview } = request.storefrontHost
    // Only parsed values, so that other parameters do not become part of the key.
    const values = JSON.stringify([params, query])
    const key = getCacheKey(request.storefrontHost, `${route.name} ${values}`)
    const isCached = route.isCached && isValid && !preview
    const options = { isCached, isPublished: true }
    const render = () => renderStorePage(storefront, request.storefrontHost, loadContent, options)
    const isReady = isCached && storefront.cache.has(key)
    if (!isReady && storefront.missingPaths.isKnown(request))
      return sendNotFound(storefront, request, reply)
    const isVariation = hasChoices(query)
    if (!isReady && isVariation) storefront.variationLimit.consume(request.ip)
    const budget = getPageBudget(storeId, isVariation)
    const page = isCached ? await storefront.cache.get(key, budget, render) : await render()
    if (page === missingPage) return sendNotFound(storefront, request, reply)
    if (hasUnusedLanguage(request) && !preview) return redirectToPath(storefront, request, reply)
    sendPage(request, reply, page)
    if (page.emptySearch && !preview) storefront.emptySearches.count(storeId, page.emptySearch)
    else if (isCached) storefront.server.cachedReplies.remember(request, reply, key)
    return reply
  })
}

/**
 * Returns whether a query filters, sorts or searches, or chooses a variant. There are as many of these
 * pages as strangers can think of, while the others are as many as the records of the store.
 */
const hasChoices = (query: unknown) =>
  Object.entries(query ?? {}).some(([name, value]) => name !== 'page' && value !== undefined)

/** Each page has one path: that of the store's first language has no prefix. */
export const hasUnusedLanguage = ({ storefrontHost, url, originalUrl }: FastifyRequest) =>
  url !== originalUrl && storefrontHost.language === storefrontHost.languages[0]

/**
 * Redirects to a path of the store at its primary host, by default without a language. Browsers
 * request it again each time: after another host becomes the primary one, kept redirects would form
 * a loop.
 */
export const redirectToPath = (
  { app }: Storefront,
  { storefrontHost, url }: FastifyRequest,
  reply: FastifyReply,
  path = url,
) =>
  reply
    .header('cache-control', 'no-cache')
    .redirect(getStoreUrl(app.config, storefrontHost.primaryHost) + path, 301)

/** Returns the parameters of a path, or undefined if it is not one of the route. */
function matchPath(route: string, path: string): Record<string, string | undefined> | undefined {
  const pattern = route.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
  return (
    new RegExp(`^${pattern}$`).exec(decodePath(path))?.groups ?? (route === path ? {} : undefined)
  )
}

export type LoadContent = (
  context: Omit<PageContext<unknown, unknown>, 'params' | 'query'>,
) => Promise<LoadedContent> | LoadedContent

type RenderOptions = {
  /** Without the header and the footer. */
  isContentOnly?: boolean
  /**
   * Whether the page is cached for the revision of the store, so that its frame can be too, and a smaller
   * body is worth its time.
   */
  isCached?: boolean
  /** Whether all shoppers see this page, so that a replica may serve it. Others can write. */
  isPublished?: boolean
}

/** Renders a page of the store whose content `load` returns. A missing page is not rendered. */
export async function renderStorePage(
  storefront: Storefront,
  host: StorefrontHost,
  load: LoadContent,
  { isContentOnly = false, isCached = false, isPublished = false }: RenderOptions = {},
): Promise<CachedPage> {
  const loadedPage = await loadPage(storefront, host, load, { isCached, isPublished })
  if (loadedPage.pageData === notFound) return missingPage
  const { renderContent, renderPage } = storefront.renderer
  return toRenderedPage(isContentOnly ? renderContent : renderPage, loadedPage, { isCached })
}

/** Loads everything that a page is rendered from. A missing page has no sections. */
export const loadPage = (
  { app, assets, frames, themeStyles = {} }: Storefront,
  host: StorefrontHost,
  load: LoadContent,
  { isCached = false, isPublished = false }: Omit<RenderOptions, 'isContentOnly'> = {},
) => {
  const loadFrom = async (tx: Tx) => {
    const storeFrame = await (isCached ? frames.load(tx, host) : loadFrame(app, tx, host))
    const { frame, sections, getTemplate, stylesheet } = storeFrame
    const pageData = await load({ tx, host, frame, sections, getTemplate })
    const { content, head } = pageData
    const lists = await loadSections(
      tx,
      selectSections(getTemplate, pageData === notFound ? undefined : content),
      content,
    )
    const cards = await loadTextCards(tx, [content, lists])
    const images = await loadImages(tx, [frame, content, lists, cards])
    // The editor and share links have paths of their own in all files.
    const rules = frame.preview ? undefined : themeStyles[frame.theme.code]
    const styles = rules && { rules, settings: stylesheet.inline }
    const page = {
      frame: { ...frame, cards, images },
      head,
      content,
      ...lists,
      inlineSettingsCss: styles?.settings.text,
      assets,
    }
    return { pageData, page, styles }
  }
  if (!isPublished) return readStore(app, host, loadFrom)
  // A page that was just added may be on the primary only.
  return readPublishedStore(app, host, loadFrom, ({ pageData }) => pageData !== notFound)
}

function toRenderedPage(
  render: (page: StorefrontPage) => string,
  { pageData, page, styles }: Awaited<ReturnType<typeof loadPage>>,
  { isCached = true }: Pick<RenderOptions, 'isCached'> = {},
): CachedPage {
  const { content, status, emptySearch } = pageData
  const { html, sources } = addStyles(render(page), styles)
  const cachedPage = toCachedPage(
    status ?? (content.kind === 'problem' ? content.status : 200),
    html,
    { ...listVideoSources(page), styles: sources },
    isCached ? 'small' : 'fast',
  )
  return emptySearch === undefined ? cachedPage : { ...cachedPage, emptySearch }
}

export function toCachedPage(
  status: number,
  text: string,
  sources = noSources,
  quality: BodyQuality = 'small',
): CachedPage {
  const brotli = compressBody(Buffer.from(text), quality)
  return { status, brotli, etag: createEtag(brotli), sources }
}

export const createEtag = (content: Buffer | string) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  const { status, etag } = page
  reply.header('etag', etag)
  reply.header('cache-control', status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store')
  if (status === 200 && hasContent(request.headers, etag))
    return addPageHeaders(reply, page).status(304).send()
  return sendBody(request, reply, page)
}

/** Sends a page for one shopper, which no cache stores. */
export const sendPrivatePage = (request: FastifyRequest, reply: FastifyReply, page: CachedPage) =>
  sendBody(request, reply.header('cache-control', 'private, no-store'), page)

function sendBody({ headers }: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  const { body, encoding } = selectBody(page, headers)
  if (encoding) reply.header('content-encoding', encoding)
  return addPageHeaders(reply, page).status(page.status).type('text/html; charset=utf-8').send(body)
}

function addPageHeaders(reply: FastifyReply, { sources }: CachedPage) {
  const policy = String(reply.getHeader('content-security-policy'))
  return reply.headers({
    'content-security-policy': allowSources(policy, sources),
    vary: 'accept-encoding',
  })
}

/** Redirects an address that does not exist if the store has a redirect, or sends the page for it. */
export async function sendNotFound(
  storefront: Storefront,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { cache, missingPaths } = storefront
  const { storefrontHost } = request
  const render = async () => {
    const options = { isPublished: true }
    const loadedPage = await loadPage(storefront, storefrontHost, () => ({ ...notFound }), options)
    return toRenderedPage(storefront.renderer.renderPage, loadedPage)
  }
  if (storefrontHost.preview) return sendPage(request, reply, await render())
  const target = await missingPaths.findTarget(request)
  // Browsers would otherwise keep the redirect after a page gets this address.
  if (target !== undefined) return reply.header('cache-control', 'no-cache').redirect(target, 301)
  // All addresses of a store share one page, so that requests cannot fill the cache.
  const key = getCacheKey(storefrontHost, 'not found')
  const page = await cache.get(key, getPageBudget(storefrontHost.storeId), render, () => true)
  return sendPage(request, reply, page)
}
