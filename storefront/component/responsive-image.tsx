import type { StorefrontImage } from '#contract/storefront/storefront-page.ts'
import { SizedImage } from './sized-image.tsx'

type Props = {
  image: StorefrontImage
  /** The width that the image takes, as in the attribute `sizes`. */
  sizes: string
  isFirst?: boolean
  alt?: string
  className?: string
}

/** An image of a product, with its alternative text unless another one is given. */
export const ResponsiveImage = ({ image, alt = image.alt, ...props }: Props) => (
  <SizedImage url={image.url} alt={alt} focalPoint={toFocalPoint(image)} {...props} />
)

/** Returns the visible point in steps of 25 percent, which the style sheet has rules for. */
const toFocalPoint = ({ focusX = 50, focusY = 50 }: StorefrontImage) =>
  `x${Math.round(focusX / 25)} y${Math.round(focusY / 25)}`
