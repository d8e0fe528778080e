import { useTranslation } from 'react-i18next'
import { productFeedPaths, productFeeds } from '#contract/cms/sales-channel.ts'
import { getLocaleLanguage, languages } from '#contract/lib/text/languages.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import { SwitchField } from '../ui/field/choice-field.tsx'
import { CopyIconButton } from '../ui/page/copy-icon-button.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './cms.module.css'
import type { CmsForm } from './cms-form.ts'

/** Turns on the product feeds of other platforms and shows the URLs to enter there. */
export function ChannelsSection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('cms.section.channels')} hint={t('cms.hint.channels')}>
      {productFeeds.map(feed => (
        <div key={feed}>
          <SwitchField
            form={form}
            name={`channels.${feed}`}
            label={t(`cms.channels.${feed}`)}
            description={t(`cms.channels.${feed}Hint`)}
          />
          {form.values.channels[feed] && <FeedUrls path={productFeedPaths[feed]} />}
        </div>
      ))}
    </SectionCard>
  )
}

function FeedUrls({ path }: { path: string }) {
  const { t } = useTranslation()
  const store = useCurrentStore()
  if (!store) return null
  const codes = [...new Set([getLocaleLanguage(store.locale), ...store.languages])]
  return (
    <ul className={css.feedUrls}>
      {codes.map(code => {
        const url = store.storefrontUrl + addLanguage(path, code, codes)
        const language = languages.find(each => each.code === code)?.name ?? code
        return (
          <li key={code}>
            <span>{codes.length > 1 ? language : t('cms.channels.url')}</span>
            <code dir="ltr">{url}</code>
            <CopyIconButton text={url} label={t('cms.channels.copy', { language })} />
          </li>
        )
      })}
    </ul>
  )
}
