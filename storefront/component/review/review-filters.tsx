import { type ReviewQuery, reviewSorts } from '#contract/storefront/storefront.ts'
import type { StorefrontReviews } from '#contract/storefront/storefront-review.ts'
import { useNumber, useTexts } from '../frame/page-context.tsx'

/** Returns the path of the reviews that a query selects. */
export function toReviewPath(path: string, query: ReviewQuery): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const parameters = new URLSearchParams(entries).toString()
  return `${path}${parameters && `?${parameters}`}#reviews`
}

type Props = {
  reviews: StorefrontReviews
  /** The path of the product. */
  path: string
}

/** The number of reviews with each rating. Each number leads to these reviews. */
export function ReviewBars({ reviews: { count, countByStars, query }, path }: Props) {
  const t = useTexts()
  const formatNumber = useNumber()
  return (
    <ul className="review-bars">
      {[5, 4, 3, 2, 1].map(stars => {
        const starCount = countByStars[stars - 1] ?? 0
        const isSelected = query.stars === stars
        const target = { ...query, reviews: undefined, stars: isSelected ? undefined : stars }
        const label = (
          <>
            <span aria-hidden="true">{formatNumber(stars)} ★</span>
            <span className="visually-hidden">{t('reviews.stars', { rating: stars })}</span>
            <progress value={starCount} max={count} aria-hidden="true" />
            <span>{formatNumber(starCount)}</span>
          </>
        )
        return (
          <li key={stars}>
            {starCount === 0 ? (
              <span className="review-bar">{label}</span>
            ) : (
              <a
                className="review-bar"
                href={toReviewPath(path, target)}
                aria-current={isSelected ? 'true' : undefined}
                rel="nofollow"
              >
                {label}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Links to the reviews with photos and to other orders of the list. */
export function ReviewSorts({ reviews: { count, photoCount, query }, path }: Props) {
  const t = useTexts()
  const { reviewSort = 'newest', photos, stars } = query
  const page = { ...query, reviews: undefined }
  return (
    <p className="review-sorts">
      {photoCount > 0 && (
        <a
          href={toReviewPath(path, { ...page, photos: photos ? undefined : '1' })}
          aria-current={photos ? 'true' : undefined}
          rel="nofollow"
        >
          {t('reviews.withPhotos', { count: photoCount })}
        </a>
      )}
      {count > 1 &&
        reviewSorts.map(sort => (
          <a
            key={sort}
            href={toReviewPath(path, { ...page, reviewSort: sort === 'newest' ? undefined : sort })}
            aria-current={sort === reviewSort ? 'true' : undefined}
            rel="nofollow"
          >
            {t(`reviews.sorts.${sort}`)}
          </a>
        ))}
      {(stars || photos) && <a href={`${path}#reviews`}>{t('reviews.showAll')}</a>}
    </p>
  )
}
