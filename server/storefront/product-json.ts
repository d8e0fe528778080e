import { storefrontRoutes } from '#contract/storefront.ts'
import type { StorefrontImage } from '#contract/storefront-page.ts'
import { selectFrame } from './load-frame.ts'
import { selectProduct, toProductContent } from './load-product.ts'
import { readStore } from './read-store.ts'
import { getStoreUrl, renderPage, type Storefront, sendPage } from './serve-page.ts'
import { type LoadedContent, notFound } from './storefront-content.ts'

/** Serves the data of the page of a product for other programs. Prices are in minor units. */
export function serveProductJson(storefront: Storefront) {
  const { app, server } = storefront
  server.get('/products/:slug.json', async (request, reply) => {
    const params = storefrontRoutes.product.params.safeParse(request.params)
    const { storefrontHost } = request
    const product =
      params.success &&
      (await readStore(app, storefrontHost, async tx => {
        const [[store], rows] = await Promise.all([
          selectFrame(tx),
          selectProduct(tx, params.data.slug),
        ])
        const storeUrl = getStoreUrl(app, storefrontHost.primaryHost)
        return store && toProductJson(toProductContent(rows, undefined), storeUrl, store.currency)
      }))
    if (!product)
      return sendPage(request, reply, await renderPage(storefront, storefrontHost, () => notFound))
    return reply
      .header('cache-control', 'public, max-age=0, must-revalidate')
      .header('x-robots-tag', 'noindex')
      .send({ product })
  })
}

function toProductJson({ content }: LoadedContent, storeUrl: string, currency: string) {
  if (content.kind !== 'product') return undefined
  const { variants, images, ...product } = content.product
  const url = `${storeUrl}/products/${product.slug}`
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
