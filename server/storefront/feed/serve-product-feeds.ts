import { Readable } from 'node:stream'
import { type ProductFeed, productFeedPaths, productFeeds } from '#contract/cms/sales-channel.ts'
import type { App } from '../../lib/call/serve.ts'
import { loadStoreShipping } from '../../shipping/rule/load-store-shipping.ts'
import { createNetworkLimit } from '../host/network-limit.ts'
import type { StorefrontHost } from '../host/storefront-host.ts'
import { hasContent } from '../page/page-body.ts'
import { loadFrame, readPublishedStore } from '../page/read-store.ts'
import { createEtag, type Storefront, sendNotFound } from '../page/serve-page.ts'
import { listFeedItems } from './feed-item.ts'
import { listFeedProducts } from './feed-product.ts'
import { feedFormats } from './write-feed.ts'

/** A feed reads all products. Platforms request each a few times a day. */
const feedLimit = { burst: 12, refillPerSecond: 0.1 }

/** Serves the product feeds that a store has turned on, in each of its languages. */
export function serveProductFeeds(storefront: Storefront) {
  const { app, server } = storefront
  const limit = createNetworkLimit(app.config.rateLimitFactor, feedLimit)
  for (const feed of productFeeds) {
    const path = productFeedPaths[feed]
    server.get(path, async (request, reply) => {
      const { storefrontHost, headers, ip } = request
      const { revision, primaryHost, language, status } = storefrontHost
      const etag = createEtag(`${path} ${primaryHost} ${language} ${status} ${revision}`)
      const store = await loadFeedStore(app, storefrontHost, feed)
      if (!store) return sendNotFound(storefront, request, reply)
      reply
        .header('etag', etag)
        .header('cache-control', 'public, max-age=0, must-revalidate')
        .header('x-robots-tag', 'noindex')
      if (hasContent(headers, etag)) return reply.status(304).send()
      limit.consume(ip)
      const { contentType } = feedFormats[feed]
      return reply
        .type(contentType)
        .send(Readable.from(writeItems(app, storefrontHost, { feed, store })))
    })
  }
}

/** Returns undefined if the store does not offer the feed. */
const loadFeedStore = (app: App, host: StorefrontHost, feed: ProductFeed) =>
  readPublishedStore(app, host, async tx => {
    const { frame, sections } = await loadFrame(app, tx, host)
    if (host.status !== 'live' || !sections.channels[feed]) return undefined
    const { name, url, currency } = frame.store
    const { language, languages, policyKinds } = frame
    const shipping = await loadStoreShipping(tx)
    return { name, url, currency, language, languages, policyKinds, shipping }
  })

type FeedSource = {
  feed: ProductFeed
  store: NonNullable<Awaited<ReturnType<typeof loadFeedStore>>>
}

async function* writeItems(app: App, host: StorefrontHost, { feed, store }: FeedSource) {
  const { start, format, end } = feedFormats[feed]
  yield start(store)
  for await (const products of listFeedProducts(work => readPublishedStore(app, host, work)))
    yield products
      .flatMap(product => listFeedItems(product, store))
      .map(item => format(item, store))
      .join('')
  yield end
}
