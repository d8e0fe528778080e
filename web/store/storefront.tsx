import { useTranslation } from 'react-i18next'

/** Whether customers can open stores. Links to a store and the note depend on it. */
export const hasStorefront: boolean = false

/** Says that customers can't open the store yet. */
export function NoStorefrontNote() {
  const { t } = useTranslation()
  return hasStorefront ? null : <p className="sw-dimmed">{t('business.noStorefront')}</p>
}
