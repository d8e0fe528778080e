import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { StorefrontReview, StorefrontReviews } from '#contract/storefront/storefront-review.ts'
import { useFrame, useNumber, useTexts } from '../frame/page-context.tsx'
import { ReviewStars } from './review-stars.tsx'

/** The average rating of a product, which leads to its reviews. */
export function ProductRating({ reviews: { count, average } }: { reviews: StorefrontReviews }) {
  const t = useTexts()
  const formatNumber = useNumber()
  if (count === 0) return null
  return (
    <p className="product-rating">
      <a href="#reviews">
        <ReviewStars rating={average} />
        {formatNumber(average)} · {t('reviews.count', { count })}
      </a>
    </p>
  )
}

type Props = {
  reviews: StorefrontReviews
  /** The path of the product. */
  path: string
}

/** A page of the reviews of a product. Renders nothing without reviews. */
export function ProductReviews({ reviews, path }: Props) {
  const t = useTexts()
  const formatNumber = useNumber()
  const { count, average, items, isFirstPage, next } = reviews
  if (count === 0) return null
  return (
    <section className="reviews" id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">{t('reviews.heading')}</h2>
      <p className="reviews-summary">
        <ReviewStars rating={average} />
        <strong>{formatNumber(average)}</strong> {t('reviews.count', { count })}
      </p>
      <p className="reviews-origin">{t('reviews.origin')}</p>
      <ul>
        {items.map(review => (
          <li key={review._id}>
            <Review review={review} />
          </li>
        ))}
      </ul>
      {(next || !isFirstPage) && (
        <p className="reviews-pages">
          {!isFirstPage && <a href={`${path}#reviews`}>{t('reviews.newest')}</a>}
          {next && (
            <a href={`${path}?reviews=${next}#reviews`} rel="nofollow">
              {t('reviews.older')}
            </a>
          )}
        </p>
      )}
    </section>
  )
}

/** Shoppers write in any language, so that each text has its own direction. */
function Review({
  review: { rating, title, text, name, createdAt },
}: {
  review: StorefrontReview
}) {
  const { language, store } = useFrame()
  const locale = getLocaleLanguage(store.locale) === language ? store.locale : language
  const date = new Date(createdAt)
  return (
    <article className="review">
      <ReviewStars rating={rating} />
      {title && <h3 dir="auto">{title}</h3>}
      <p className="review-text" dir="auto">
        {text}
      </p>
      <p className="review-author">
        <bdi>{name}</bdi> ·{' '}
        <time dateTime={date.toISOString().slice(0, 10)}>
          {date.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })}
        </time>
      </p>
    </article>
  )
}
