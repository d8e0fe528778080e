import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'

/** The logo of the store, or its name. Style sheets can change the height, never the proportions. */
export function StoreLogo({ frame: { store, images } }: { frame: StorefrontFrame }) {
  if (!store.logo.startsWith('/media/')) return store.name
  const files = images[store.logo]
  const height = 48
  return (
    <img
      src={getSizedImageUrl(store.logo, 480)}
      alt={store.name}
      width={files && Math.round((height * files.width) / files.height)}
      height={height}
      // React would otherwise preload it before the first image of the page.
      fetchPriority="low"
    />
  )
}
