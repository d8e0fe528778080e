import { useTranslation } from 'react-i18next'
import type { Cms } from '#contract/cms/cms.ts'
import { productFeedPaths, productFeeds } from '#contract/cms/sales-channel.ts'
import { getLocaleLanguage, languages } from '#contract/lib/text/languages.ts'
import { agentProfilePath } from '#contract/storefront/storefront-agent.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import { SwitchField } from '../ui/field/choice-field.tsx'
import { CopyIconButton } from '../ui/page/copy-icon-button.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './cms.module.css'
import type { CmsForm } from './cms-form.ts'

/**
 * Turns on the product feeds of other platforms and shows the URLs to enter there. A URL appears when
 * its feed is saved, because it is not found before.
 */
export function ChannelsSection({ form, cms }: { form: CmsForm; cms: Cms }) {
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
          {cms.channels[feed] && <FeedUrls path={productFeedPaths[feed]} />}
        </div>
      ))}
      <div>
        <SwitchField
          form={form}
          name="channels.agents"
          label={t('cms.channels.agents')}
          description={t('cms.channels.agentsHint')}
        />
        {cms.channels.agents && <FeedUrls path={agentProfilePath} isShared />}
      </div>
    </SectionCard>
  )
}

/** With `isShared`, all languages have the same URL. */
function FeedUrls({ path, isShared = false }: { path: string; isShared?: boolean }) {
  const { t } = useTranslation()
  const store = useCurrentStore()
  if (!store) return null
  const all = [...new Set([getLocaleLanguage(store.locale), ...store.languages])]
  const codes = isShared ? all.slice(0, 1) : all
  return (
    <ul className={css.feedUrls}>
      {codes.map(code => {
        const url = store.storefrontUrl + addLanguage(path, code, codes)
        const language = languages.find(each => each.code === code)?.name ?? code
        return (
          <li key={code}>
            {codes.length > 1 && <span>{language}</span>}
            <code dir="ltr">{url}</code>
            <CopyIconButton text={url} label={t('cms.channels.copy', { language })} />
          </li>
        )
      })}
    </ul>
  )
}
