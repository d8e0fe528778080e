import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { OptionSwatch } from '#contract/product/option-swatch.ts'

/** The color or the image of a value. The security policy of pages has no styles in attributes. */
export const Swatch = ({ swatch: { color, image } }: { swatch: OptionSwatch }) =>
  image ? (
    <img
      className="swatch"
      src={getSizedImageUrl(image, 160)}
      alt=""
      width="40"
      height="40"
      loading="lazy"
    />
  ) : (
    <svg className="swatch" viewBox="0 0 1 1" aria-hidden="true">
      <path fill={color} d="M0 0h1v1H0z" />
    </svg>
  )
