import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CmsSections } from '#contract/cms.ts'
import type { StorefrontRoute } from '#contract/storefront.ts'
import type {
  StorefrontFrame,
  StorefrontPage,
  StorefrontRenderer,
} from '#contract/storefront-page.ts'
import type { App } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import type { CachedPage, PageCache } from './page-cache.ts'
import { loadFrame, readStore } from './read-store.ts'
import { type LoadedContent, notFound } from './storefront-content.ts'
import type { StorefrontHost } from './storefront-host.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The store of the host, in the storefront only. */
    storefrontHost: StorefrontHost
  }
}

export type Storefront = {
  app: App
  server: FastifyInstance
  renderer: StorefrontRenderer
  assets: StorefrontPage['assets']
  cache: PageCache
}
export type PageContext<Params, Query> = {
  tx: Tx
  params: Params
  query: Query
  frame: StorefrontFrame
  sections: CmsSections
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
  storefront.server.get(route.path, async (request, reply) => {
    const params = route.params.safeParse(request.params)
    const query = route.query.parse(request.query)
    const render = () =>
      renderPage(storefront, request.storefrontHost, context =>
        params.success ? load({ ...context, params: params.data, query }) : notFound,
      )
    const { businessId, revision, primaryHost } = request.storefrontHost
    // Only parsed values, so that other parameters do not become part of the key.
    const values = JSON.stringify([params.data, query])
    const key = `${businessId} ${revision} ${primaryHost} ${route.name} ${values}`
    const page =
      route.isCached && params.success
        ? await storefront.cache.get(key, businessId, render)
        : await render()
    return sendPage(request, reply, page)
  })
}

/** Renders a page of the store whose content `load` returns. */
export async function renderPage(
  { app, renderer, assets }: Storefront,
  host: StorefrontHost,
  load: (
    context: Omit<PageContext<unknown, unknown>, 'params' | 'query'>,
  ) => Promise<LoadedContent> | LoadedContent,
): Promise<CachedPage> {
  const { frame, loaded } = await readStore(app, host, async tx => {
    const { frame, sections } = await loadFrame(app, tx, host)
    return { frame, loaded: await load({ tx, frame, sections }) }
  })
  const { content, head, status } = loaded
  const html = renderer.renderPage({ frame, head, content, assets })
  return toCachedPage(status ?? (content.kind === 'problem' ? content.status : 200), html)
}

export async function toCachedPage(status: number, text: string): Promise<CachedPage> {
  const html = Buffer.from(text)
  return {
    status,
    html,
    brotli: await compress(html),
    etag: createEtag(html),
  }
}

export const createEtag = (content: Buffer | string) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

const compress = (html: Buffer) =>
  promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })

export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, html, brotli, etag }: CachedPage,
) {
  reply.header('vary', 'accept-encoding').header('etag', etag)
  reply.header('cache-control', status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store')
  if (status === 200 && request.headers['if-none-match'] === etag) return reply.status(304).send()
  const acceptsBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  if (acceptsBrotli) reply.header('content-encoding', 'br')
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .send(acceptsBrotli ? brotli : html)
}

/** Sends the page of an address that does not exist. */
export const sendNotFound = async (
  storefront: Storefront,
  request: FastifyRequest,
  reply: FastifyReply,
) => sendPage(request, reply, await renderPage(storefront, request.storefrontHost, () => notFound))
