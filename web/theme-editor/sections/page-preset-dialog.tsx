import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Section } from '#contract/section/section-catalog.ts'
import type { TemplateKind } from '#contract/section/section-definition.ts'
import { type PagePreset, themeDraftApi } from '#contract/theme/theme-draft.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useRestoreFocus } from '../../ui/dialog/use-restore-focus.ts'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import editorCss from '../theme-editor.module.css'
import { SectionThumbnail } from './section-thumbnail.tsx'
import sectionCss from './sections.module.css'

/** The number of sections in the picture of a page. */
const maxPictures = 5

type Props = {
  template: TemplateKind
  onPick: (sections: readonly Section[]) => void
  onClose: () => void
}

/** Replaces all sections of a page by those of a theme as shipped. */
export function PagePresetDialog({ template, onPick, onClose }: Props) {
  const { t } = useTranslation()
  const presets = useQuery(queryOptionsFor(themeDraftApi.listPagePresets, {}))
  useRestoreFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('themeEditor.preset.title')}
      size={760}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <p className={editorCss.hint}>{t('themeEditor.preset.hint')}</p>
      <QueryBoundary query={presets}>
        {items => (
          <ul className={sectionCss.picker}>
            {listDistinct(items, template).map(({ code, names, sections }) => (
              <li key={code}>
                <button
                  type="button"
                  className={sectionCss.pickerButton}
                  onClick={() => onPick(sections)}
                >
                  <span className={sectionCss.pageThumbnails}>
                    {sections.slice(0, maxPictures).map(({ id, type }) => (
                      <SectionThumbnail key={id} type={type} />
                    ))}
                  </span>
                  <span className={sectionCss.sectionName}>{names.join(', ')}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Modal>
  )
}

/** Joins the themes that ship the same page. */
function listDistinct(presets: readonly PagePreset[], template: TemplateKind) {
  const groups = Map.groupBy(presets, ({ templates }) => JSON.stringify(templates[template]))
  return [...groups.values()].flatMap(members =>
    members.slice(0, 1).map(({ code, templates }) => ({
      code,
      names: members.map(({ name }) => name),
      sections: templates[template],
    })),
  )
}
