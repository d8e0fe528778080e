import { toReviewPhotoPath } from '#contract/storefront/storefront-review.ts'
import { useContentLanguage, useFrame, useTexts } from '../frame/page-context.tsx'

/** The photos of a review, which lead to their files. */
export function ReviewPhotoList({ photos, name }: { photos: readonly string[]; name: string }) {
  const t = useTexts()
  if (photos.length === 0) return null
  return (
    <ul className="order-photos">
      {photos.map(id => (
        <li key={id}>
          <a href={toReviewPhotoPath(id)} target="_blank" rel="noopener">
            <img
              src={toReviewPhotoPath(id)}
              alt={t('reviews.photoBy', { name })}
              width={96}
              height={96}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

export function StoreReply({ reply }: { reply: string }) {
  const t = useTexts()
  const { name } = useFrame().store
  return (
    <blockquote className="review-reply">
      <p>
        <strong>{t('reviews.replyOf', { name })}</strong>
      </p>
      <p className="review-text" {...useContentLanguage()} dir="auto">
        {reply}
      </p>
    </blockquote>
  )
}
