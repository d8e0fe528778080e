import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import css from './share-card.module.css'

type Props = { image: string; title: string; text: string }

/** Shows the card that messengers and social networks make of a link to a page of the store. */
export function ShareCard({ image, title, text }: Props) {
  const { t } = useTranslation()
  const store = useCurrentStore()
  return (
    <div className={css.card} role="img" aria-label={t('store.search.sharePreview')}>
      <img src={getSizedImageUrl(image, 480)} alt="" className={css.image} />
      <div className={css.caption}>
        <span className={css.host}>{store && URL.parse(store.storefrontUrl)?.host}</span>
        <span className={css.title}>{title || t('store.search.untitled')}</span>
        {text && <span className={css.text}>{text}</span>}
      </div>
    </div>
  )
}
