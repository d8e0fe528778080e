import { usePageRecord } from '../../component/frame/content-context.tsx'
import { SectionContainer } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { ProductReviews } from '../../component/review/product-reviews.tsx'
import { useReviewSection } from '../../component/review/review-section.ts'

/** A page shows the reviews once. */
export function ProductReviewsSection({ section }: SectionProps<'productReviews'>) {
  const content = usePageRecord()
  const isShown = useReviewSection() === section.id
  if (content.kind !== 'product') return null
  const { product, reviews } = content
  return (
    <SectionContainer section={section} isEmpty={!isShown || reviews.count === 0}>
      <ProductReviews
        reviews={reviews}
        path={`/products/${product.slug}`}
        heading={section.settings.heading}
      />
    </SectionContainer>
  )
}
