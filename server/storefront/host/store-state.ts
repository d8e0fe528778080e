import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StorefrontNoticeCode } from '#contract/storefront/storefront-notice.ts'
import { getCacheKey, getPageBudget } from '../cache/page-cache.ts'
import { loadImages } from '../page/load-images.ts'
import { loadFrame, readStore } from '../page/read-store.ts'
import { type Storefront, sendPage, toCachedPage } from '../page/serve-page.ts'
import type { StorefrontHost } from './storefront-host.ts'

type StoreState = { code: StorefrontNoticeCode; status: number }

const states: Record<StorefrontHost['status'], StoreState | undefined> = {
  live: undefined,
  draft: { code: 'not_launched', status: 503 },
  paused: { code: 'paused', status: 503 },
  closed: { code: 'closed', status: 410 },
}
/** Search engines keep the pages of a store and return later. */
const retryAfterSeconds = 3600

/** The files of every page, and the rules for search engines. */
const publicPaths = /^\/(assets\/|media\/|\.well-known\/|theme\.css$|robots\.txt$|favicon\.ico$)/
/** Whether a URL leads to a file of pages, whose name cannot be guessed, or to rules for programs. */
export const isFilePath = (url: string) => publicPaths.test(url.split('?')[0] ?? '')

/** Customers of a paused store still need its terms and its contact details. */
const textPaths = /^\/(pages|policies)\//

/** Returns the state of a store that has no page at the URL, undefined for a page as usual. */
export function getStoreState(
  status: StorefrontHost['status'],
  url: string,
): StoreState | undefined {
  const [path = ''] = url.split('?')
  if (isFilePath(url) || (status === 'paused' && textPaths.test(path))) return undefined
  return states[status]
}

/** Sends the page of the state, in the language and the theme of the store. */
export async function sendStatePage(
  storefront: Storefront,
  request: FastifyRequest,
  reply: FastifyReply,
  state: StoreState,
) {
  const { storefrontHost } = request
  const key = getCacheKey(storefrontHost, state.code)
  const page = await storefront.cache.get(key, getPageBudget(storefrontHost.storeId), () =>
    renderState(storefront, storefrontHost, state),
  )
  reply.header('x-robots-tag', 'noindex')
  if (state.status === 503) reply.header('retry-after', retryAfterSeconds)
  return sendPage(request, reply, page)
}

async function renderState(
  { app, renderer, assets }: Storefront,
  host: StorefrontHost,
  { code, status }: StoreState,
) {
  const frame = await readStore(app, host, async tx => {
    const { frame } = await loadFrame(app, tx, host)
    return { ...frame, images: await loadImages(tx, [frame]) }
  })
  return toCachedPage(
    status,
    renderer.renderNotice({ code, language: frame.language, frame, assets }),
  )
}
