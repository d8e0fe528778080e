import { useTranslation } from 'react-i18next'
import { languages } from '#contract/lib/text/languages.ts'
import { applyLanguageTag } from '../../lib/preference/i18n.ts'
import { useLanguage } from '../../lib/preference/language.ts'
import css from './language-select.module.css'

/** Selects the language on pages outside the shell. A native select keeps the login page small. */
export function LanguageSelect() {
  const { t } = useTranslation()
  const currentLanguage = useLanguage()
  return (
    <select
      className={css.select}
      aria-label={t('ui.language')}
      value={currentLanguage}
      onChange={event => void applyLanguageTag(event.currentTarget.value)}
    >
      {languages.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  )
}
