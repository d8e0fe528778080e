import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cmsApi } from '#contract/cms/cms.ts'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import css from './share-card.module.css'

type Props = { image: string | undefined; title: string; text: string }

/**
 * Shows the card that messengers and social networks make of a link to a page of the store. A page without an image
 * has that of the store. Without both, there is no card.
 */
export function ShareCard({ image, title, text }: Props) {
  const { t } = useTranslation()
  const store = useCurrentStore()
  const canReadContent = usePermission('cms:read')
  const content = useQuery({
    ...queryOptionsFor(cmsApi.get, {}),
    enabled: !image && canReadContent,
  }).data
  const shownImage = image || content?.identity.shareImage
  if (!shownImage) return null
  return (
    <div className={css.card} role="img" aria-label={t('store.search.sharePreview')}>
      <img src={getSizedImageUrl(shownImage, 480)} alt="" className={css.image} />
      <div className={css.caption}>
        <span className={css.host}>{store && URL.parse(store.storefrontUrl)?.host}</span>
        <span className={css.title}>{title || t('store.search.untitled')}</span>
        {text && <span className={css.text}>{text}</span>}
      </div>
    </div>
  )
}
