import type { StorefrontCartLine } from '#contract/storefront/storefront-order.ts'
import { ProductPlaceholder } from '../product/product-placeholder.tsx'
import { ResponsiveImage } from '../responsive-image.tsx'

/** The image of a line beside its title. */
export const LineImage = ({ image }: Pick<StorefrontCartLine, 'image'>) => (
  <span className="cart-image">
    {image ? <ResponsiveImage image={image} sizes="4rem" alt="" /> : <ProductPlaceholder />}
  </span>
)
