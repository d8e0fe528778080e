import type { StorefrontReviews } from '#contract/storefront/storefront-review.ts'
import type { JsonLd } from './json-ld.ts'

/** Returns the rating of a product and the reviews on its page. Without reviews it has neither. */
export function describeReviews({ count, average, items }: StorefrontReviews) {
  if (count === 0) return {}
  return {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: count },
    review: items.map(
      ({ rating, title, text, name, createdAt }): JsonLd => ({
        '@type': 'Review',
        name: title || undefined,
        reviewBody: text,
        datePublished: new Date(createdAt).toISOString().slice(0, 10),
        author: { '@type': 'Person', name },
        reviewRating: { '@type': 'Rating', ratingValue: rating },
      }),
    ),
  }
}
