import type { StorefrontCard } from '#contract/storefront/storefront-page.ts'
import { useNumber, useTexts } from '../frame/page-context.tsx'

const star = 'm12 2.8 2.8 5.8 6.4.9-4.6 4.4 1.1 6.3-5.7-3-5.7 3 1.1-6.3-4.6-4.4 6.4-.9Z'
const leftHalf = 'M12 2.8V17.2L6.3 20.2 7.4 13.9 2.8 9.5 9.2 8.6Z'

/** Five stars, of which the rating is filled, in halves. */
export function ReviewStars({ rating }: { rating: number }) {
  const t = useTexts()
  const halves = Math.round(rating * 2)
  return (
    <svg
      className="stars"
      viewBox="0 0 120 24"
      role="img"
      aria-label={t('reviews.stars', { rating })}
    >
      {[0, 1, 2, 3, 4].map(index => (
        <g key={index} transform={`translate(${index * 24})`}>
          <path d={star} data-filled={halves >= index * 2 + 2 ? '' : undefined} />
          {halves === index * 2 + 1 && <path d={leftHalf} data-filled="" />}
        </g>
      ))}
    </svg>
  )
}

/** One star of the field for a rating. */
export const ReviewStar = () => (
  <svg className="star" viewBox="0 0 24 24" aria-hidden="true">
    <path d={star} />
  </svg>
)

/** The average rating of a product and the number of its reviews, on its card. */
export function CardRating({ rating }: Pick<StorefrontCard, 'rating'>) {
  const t = useTexts()
  const formatNumber = useNumber()
  if (!rating) return null
  return (
    <p className="card-rating">
      <svg className="star" viewBox="0 0 24 24" aria-hidden="true">
        <path d={star} data-filled="" />
      </svg>
      <span aria-hidden="true">
        {formatNumber(rating.average)} ({formatNumber(rating.count)})
      </span>
      <span className="visually-hidden">
        {t('reviews.stars', { rating: rating.average })},{' '}
        {t('reviews.count', { count: rating.count })}
      </span>
    </p>
  )
}
