import { useTranslation } from 'react-i18next'
import { getThemeFields, type ThemeGroup } from '#contract/theme/theme.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { getFieldName, getSectionName } from '../form/section-labels.ts'
import { getThemeFieldLabel } from '../form/theme-setting-labels.ts'
import type { ContentDifference } from '../state/content-difference.ts'
import editorCss from '../theme-editor.module.css'
import versionCss from './theme-version.module.css'

/** Lists what differs between two contents of a theme. */
export function DifferenceList({
  differences,
  settingsSchema,
}: {
  differences: readonly ContentDifference[]
  settingsSchema: readonly ThemeGroup[]
}) {
  const { t } = useTranslation()
  const describe = useDifferenceTexts(settingsSchema)
  if (differences.length === 0)
    return <p className={editorCss.hint}>{t('themeEditor.difference.none')}</p>
  return (
    <ul className={versionCss.differences}>
      {/* Two sections of one type can have the same text. */}
      {[...new Set(differences.map(describe))].map(text => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function useDifferenceTexts(settingsSchema: readonly ThemeGroup[]) {
  const { t } = useTranslation()
  const format = useFormatters()
  const fields = getThemeFields(settingsSchema)
  return (difference: ContentDifference): string => {
    if (difference.kind === 'setting') {
      const { key } = difference
      const field = fields.find(candidate => candidate.key === key) ?? { key, label: key }
      return t('themeEditor.difference.setting', { name: getThemeFieldLabel(field) })
    }
    const page = t(`themeEditor.template.${difference.template}`)
    if (difference.kind === 'order') return t('themeEditor.difference.order', { page })
    const { section } = difference
    const name = getSectionName(section.type)
    if (difference.kind !== 'changed')
      return t(`themeEditor.difference.${difference.kind}`, { name, page })
    const changedNames = [
      ...difference.fields.map(key => getFieldName(section.type, key)),
      ...(difference.hasItems ? [t('themeEditor.difference.items')] : []),
    ]
    return t('themeEditor.difference.changed', { name, page, fields: format.list(changedNames) })
  }
}
