import { Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Section } from '#contract/section/section-catalog.ts'
import { getThemeFields, type ThemeGroup } from '#contract/theme/theme.ts'
import { type ThemeFinding, themeDraftApi } from '#contract/theme/theme-draft.ts'
import type { ThemeTemplates } from '#contract/theme/theme-template.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { ErrorState } from '../../ui/message/error-state.tsx'
import { getSectionName } from '../form/section-labels.ts'
import formCss from '../form/theme-form.module.css'
import { getThemeFieldLabel } from '../form/theme-setting-labels.ts'
import { findSampleTexts } from '../sections/sample-content.ts'
import sectionCss from '../sections/sections.module.css'
import type { FieldPlace } from '../state/use-editor-view.ts'
import versionCss from './theme-version.module.css'

/** A finding of the server, or a sample text, which only the editor knows. */
type EditorFinding = FieldPlace & { code: ThemeFinding['code'] | 'sample_text'; detail: string }

/** Lists the findings of a draft. Each leads to the field that can fix it. */
export function FindingList({
  themeId,
  settingsSchema,
  templates,
  onOpen,
}: {
  themeId: string
  settingsSchema: readonly ThemeGroup[]
  templates: ThemeTemplates
  onOpen: (place: FieldPlace) => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const findings = useQuery({
    ...queryOptionsFor(themeDraftApi.listFindings, { params: { id: themeId } }),
    staleTime: 0,
  })
  const sections: Section[] = Object.values(templates).flat()
  const getPlace = ({ sectionId, field }: FieldPlace) => {
    const section = sections.find(({ id }) => id === sectionId)
    if (section) return getSectionName(section.type)
    const themeField = getThemeFields(settingsSchema).find(({ key }) => key === field)
    return themeField ? getThemeFieldLabel(themeField) : t('themeEditor.settings')
  }
  const getText = ({ code, detail }: EditorFinding) => {
    if (code === 'sample_text') return t('themeEditor.finding.sample_text')
    const formatDetail = {
      low_contrast: () => format.number(Number(detail)),
      missing_alt_text: () => '',
      heavy_first_image: () => format.bytes(Number(detail) * 1000),
      dead_link: () => detail,
    }[code]
    return t(`themeEditor.finding.${code}`, { detail: formatDetail() })
  }
  if (findings.isError)
    return <ErrorState error={findings.error} onRetry={() => void findings.refetch()} />
  if (!findings.data) return <Skeleton h={48} radius="sm" />
  const allFindings: EditorFinding[] = [
    ...findSampleTexts(templates).map(
      place => ({ ...place, code: 'sample_text', detail: '' }) as const,
    ),
    ...findings.data,
  ]
  if (allFindings.length === 0)
    return (
      <p className={formCss.readable}>
        <IconCircleCheck size={16} stroke={1.75} aria-hidden />
        {t('themeEditor.finding.none')}
      </p>
    )
  return (
    <section aria-label={t('themeEditor.finding.title')}>
      <h3 className={formCss.groupTitle}>{t('themeEditor.finding.title')}</h3>
      <ul className={versionCss.findings}>
        {allFindings.map(finding => (
          <li key={Object.values(finding).join(' ')}>
            <button type="button" className={versionCss.finding} onClick={() => onOpen(finding)}>
              <IconAlertTriangle
                size={16}
                stroke={1.75}
                className={sectionCss.warningIcon ?? ''}
                aria-hidden
              />
              <span className={sectionCss.sectionNames}>
                <span className={sectionCss.sectionName}>{getPlace(finding)}</span>
                <span className={sectionCss.pickerText}>{getText(finding)}</span>
              </span>
              <IconChevronRight size={16} stroke={1.75} className="sw-flip" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
