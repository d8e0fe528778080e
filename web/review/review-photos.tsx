import { useTranslation } from 'react-i18next'
import { reviewApi } from '#contract/product/review.ts'
import { useFileUrl } from '../lib/call/use-file-url.ts'
import css from './review.module.css'

type Props = { photos: readonly string[]; name: string }

/** The photos of a review, which open in a tab of their own. */
export function ReviewPhotos({ photos, name }: Props) {
  return photos.length === 0 ? null : (
    <ul className={css.photos}>
      {photos.map(id => (
        <li key={id}>
          <ReviewPhoto id={id} name={name} />
        </li>
      ))}
    </ul>
  )
}

function ReviewPhoto({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const url = useFileUrl(reviewApi.getPhoto, id, 'image/webp')
  return (
    url && (
      <a href={url} target="_blank" rel="noopener">
        <img src={url} alt={t('review.photoBy', { name })} />
      </a>
    )
  )
}
