import { encodePath } from '#contract/lib/text/url-path.ts'
import { storefrontRoutes } from '#contract/storefront/storefront.ts'
import type { StorefrontFrame, StorefrontImage } from '#contract/storefront/storefront-page.ts'
import { noReviews } from '#contract/storefront/storefront-review.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { LoadedContent } from '../host/storefront-content.ts'
import { selectProduct, toProductContent } from './load-product.ts'
import { noDelivery } from './load-product-delivery.ts'
import { loadFrame, readPublishedStore } from './read-store.ts'
import { type Storefront, sendNotFound } from './serve-page.ts'

/** Serves the data of the page of a product for other programs. Prices are in minor units. */
export function serveProductJson(storefront: Storefront) {
  const { app, server } = storefront
  server.get('/products/:slug.json', async (request, reply) => {
    const params = storefrontRoutes.product.params.safeParse(request.params)
    const { storefrontHost } = request
    const loadProduct = async (tx: Tx, slug: string) => {
      const [{ frame, sections }, rows] = await Promise.all([
        loadFrame(app, tx, storefrontHost),
        selectProduct(tx, slug),
      ])
      const settings = { cms: sections, reviews: noReviews, delivery: noDelivery }
      return toProductJson(toProductContent(rows, settings), frame.store)
    }
    const product =
      params.success &&
      (await readPublishedStore(
        app,
        storefrontHost,
        tx => loadProduct(tx, params.data.slug),
        found => found !== undefined,
      ))
    if (!product) return sendNotFound(storefront, request, reply)
    return reply
      .header('cache-control', 'public, max-age=0, must-revalidate')
      .header('x-robots-tag', 'noindex')
      .send({ product })
  })
}

function toProductJson(
  { content }: LoadedContent,
  { url: storeUrl, currency }: StorefrontFrame['store'],
) {
  if (content.kind !== 'product') return undefined
  const { variants, images, ...product } = content.product
  const url = storeUrl + encodePath(`/products/${product.slug}`)
  const toImage = (image: StorefrontImage) => ({ ...image, url: storeUrl + image.url })
  return {
    ...product,
    url,
    currency,
    images: images.map(toImage),
    variants: variants.map(variant => ({
      ...variant,
      url: `${url}?variant=${variant._id}`,
      image: variant.image && toImage(variant.image),
    })),
  }
}
