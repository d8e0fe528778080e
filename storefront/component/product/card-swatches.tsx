import { findSwatch, hasSwatches } from '#contract/product/swatch.ts'
import type { StorefrontCard } from '#contract/storefront/storefront-page.ts'
import { useContentLanguage } from '../frame/page-context.tsx'
import { Swatch } from './swatch.tsx'

const maxSwatches = 5

/** The values of the option with swatches, such as the color. Each leads to its variant. */
export function CardSwatches({ card: { options, path, shownVariant } }: { card: StorefrontCard }) {
  const contentLanguage = useContentLanguage()
  const option = options.find(hasSwatches)
  const shownValue = option && shownVariant?.options[options.indexOf(option)]
  const swatches = option?.values.flatMap(value => findSwatch(option, value) ?? []) ?? []
  if (!option || swatches.length < 2) return null
  const hiddenCount = option.values.length - Math.min(swatches.length, maxSwatches)
  return (
    <ul className="card-swatches" aria-label={option.name} {...contentLanguage}>
      {swatches.slice(0, maxSwatches).map(swatch => (
        <li key={swatch.value}>
          <a
            href={`${path}?option=${encodeURIComponent(`${option.name}:${swatch.value}`)}`}
            title={swatch.value}
            rel="nofollow"
            aria-current={swatch.value === shownValue ? 'true' : undefined}
          >
            <Swatch swatch={swatch} />
            <span className="visually-hidden">{swatch.value}</span>
          </a>
        </li>
      ))}
      {hiddenCount > 0 && <li>+{hiddenCount}</li>}
    </ul>
  )
}
