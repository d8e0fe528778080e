import type { StorefrontReview, StorefrontReviews } from '#contract/storefront/storefront-review.ts'
import { useContentLanguage, useDate, useNumber, useTexts } from '../frame/page-context.tsx'
import { ReviewBars, ReviewSorts, toReviewPath } from './review-filters.tsx'
import { ReviewPhotoList, StoreReply } from './review-parts.tsx'
import { useReviewSection } from './review-section.ts'
import { ReviewStars } from './review-stars.tsx'

/** The average rating of a product, which leads to its reviews if the page shows them. */
export function ProductRating({ reviews: { count, average } }: { reviews: StorefrontReviews }) {
  const t = useTexts()
  const formatNumber = useNumber()
  const hasReviews = useReviewSection() !== undefined
  if (count === 0) return null
  const rating = (
    <>
      <ReviewStars rating={average} />
      {formatNumber(average)} · {t('reviews.count', { count })}
    </>
  )
  const link = hasReviews ? <a href="#reviews">{rating}</a> : <span>{rating}</span>
  return <p className="product-rating">{link}</p>
}

type Props = {
  reviews: StorefrontReviews
  /** The path of the product. */
  path: string
  /** The text of the language of the page if empty. */
  heading?: string
}

/** A page of the reviews of a product. Renders nothing without reviews. */
export function ProductReviews({ reviews, path, heading = '' }: Props) {
  const contentLanguage = useContentLanguage()
  const t = useTexts()
  const formatNumber = useNumber()
  const { count, average, items, isFirstPage, next, query } = reviews
  if (count === 0) return null
  return (
    <section className="reviews" id="reviews" aria-labelledby="reviews-title" tabIndex={-1}>
      <h2 id="reviews-title" {...(heading && contentLanguage)}>
        {heading || t('reviews.heading')}
      </h2>
      <p className="reviews-summary">
        <ReviewStars rating={average} />
        <strong>{formatNumber(average)}</strong> {t('reviews.count', { count })}
      </p>
      <p className="reviews-origin">{t('reviews.origin')}</p>
      <ReviewBars reviews={reviews} path={path} />
      <ReviewSorts reviews={reviews} path={path} />
      <ul className="review-list">
        {items.map(review => (
          <li key={review._id}>
            <Review review={review} />
          </li>
        ))}
      </ul>
      {(next || !isFirstPage) && (
        <p className="reviews-pages">
          {!isFirstPage && (
            <a href={toReviewPath(path, { ...query, reviews: undefined })}>{t('reviews.first')}</a>
          )}
          {next && (
            <a href={toReviewPath(path, { ...query, reviews: next })} rel="nofollow">
              {t('reviews.more')}
            </a>
          )}
        </p>
      )}
    </section>
  )
}

/** Shoppers write in any language, so that each text has its own direction. */
function Review({
  review: { rating, title, text, name, photos, reply, createdAt },
}: {
  review: StorefrontReview
}) {
  const formatDate = useDate('UTC')
  return (
    <article className="review">
      <ReviewStars rating={rating} />
      {title && <h3 dir="auto">{title}</h3>}
      <p className="review-text" dir="auto">
        {text}
      </p>
      <ReviewPhotoList photos={photos} name={name} />
      <p className="review-author">
        <bdi>{name}</bdi> ·{' '}
        <time dateTime={new Date(createdAt).toISOString().slice(0, 10)}>
          {formatDate(createdAt)}
        </time>
      </p>
      {reply && <StoreReply reply={reply} />}
    </article>
  )
}
