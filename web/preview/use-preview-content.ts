import { useTranslation } from 'react-i18next'
import type { CmsSections } from '#contract/cms/cms.ts'
import { getLanguageDirection } from '#contract/lib/text/languages.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'

export type PreviewContent = {
  /** The text direction of the language of the store, not of the user. */
  direction: 'ltr' | 'rtl'
  title: string
  logo: string
  announcement: { text: string; background: string; color: string } | undefined
  menu: string[]
  footer: { text: string; copyright: string; menu: string[] }
}
type PreviewSections = Pick<CmsSections, 'identity' | 'announcement' | 'navigation' | 'footer'>

/** Returns the content of a preview from the form. A store without a menu gets a sample entry. */
export function usePreviewContent(sections: PreviewSections): PreviewContent {
  const { t } = useTranslation()
  const store = useCurrentStore()
  const { identity, announcement, navigation, footer } = sections
  const title = identity.siteTitle || store?.name || t('ui.sampleStore.name')
  const menu = navigation.header.map(entry => entry.label)
  return {
    direction: getLanguageDirection(store?.locale?.slice(0, 2) ?? 'en'),
    title,
    logo: identity.logo,
    announcement: announcement.enabled && announcement.text ? announcement : undefined,
    menu: menu.length > 0 ? menu.slice(0, 5) : [t('ui.sampleStore.products')],
    footer: {
      text: footer.text,
      copyright: footer.copyright,
      menu: navigation.footer.map(entry => entry.label).slice(0, 6),
    },
  }
}
