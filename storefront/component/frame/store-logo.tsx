import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'
import { toSourceSet } from '../image-files.ts'

const height = 48
const maxWidth = 480

/** The logo of the store, or its name. Style sheets can change the height, never the proportions. */
export function StoreLogo({ frame: { store, images } }: { frame: StorefrontFrame }) {
  if (!store.logo.startsWith('/media/')) return store.name
  const files = images[store.logo]
  const width = files && Math.round((height * files.width) / files.height)
  const widths = files?.widths.filter(fileWidth => fileWidth <= maxWidth) ?? []
  return (
    <picture>
      {files && widths.length > 0 && (
        <source
          type="image/avif"
          srcSet={toSourceSet(store.logo, { ...files, widths }, 'avif')}
          sizes={`${width}px`}
        />
      )}
      <img
        src={getSizedImageUrl(store.logo, maxWidth)}
        alt={store.name}
        width={width}
        height={height}
        // React would otherwise preload it before the first image of the page.
        fetchPriority="low"
      />
    </picture>
  )
}
