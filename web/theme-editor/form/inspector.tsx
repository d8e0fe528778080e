import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { getSectionIcon } from '../sections/section-icons.ts'
import sectionCss from '../sections/sections.module.css'
import type { EditorState } from '../state/editor-state.ts'
import type { InvalidField } from '../state/invalid-field.ts'
import { findShownSection } from '../state/shown-template.ts'
import type { EditorView } from '../state/use-editor-view.ts'
import type { ThemeEditorActions } from '../state/use-theme-editor.ts'
import editorCss from '../theme-editor.module.css'
import { SectionForm } from './section-form.tsx'
import { getSectionName } from './section-labels.ts'
import { ThemeSettingsForm } from './theme-settings-form.tsx'

type Props = {
  state: EditorState
  view: EditorView
  actions: ThemeEditorActions
  invalidFields: readonly InvalidField[]
  isReadOnly: boolean
  onDeselect: () => void
}

/** Edits the selected section, or the settings of the theme if none is selected. */
export function Inspector({ state, view, actions, invalidFields, isReadOnly, onDeselect }: Props) {
  const { t } = useTranslation()
  const selection = findShownSection(state.content, view.template, view.selectedId)
  if (!selection)
    return (
      <>
        <div className={editorCss.panelHeader} data-repeats-title>
          <h2 className={editorCss.panelTitle}>{t('themeEditor.settings')}</h2>
        </div>
        <ThemeSettingsForm
          schema={state.draft.settingsSchema}
          settings={state.content.settings}
          invalidFields={invalidFields.filter(({ sectionId }) => sectionId === null)}
          isDisabled={isReadOnly}
          onChange={(settings, typedField) =>
            actions.changeSettings(settings, typedField && `settings.${typedField}`)
          }
        />
      </>
    )
  const { section, template } = selection
  const Icon = getSectionIcon(section.type)
  return (
    <>
      <div className={editorCss.panelHeader} data-repeats-title>
        <Icon size={18} stroke={1.75} className={sectionCss.sectionIcon ?? ''} aria-hidden />
        <h2 className={editorCss.panelTitle}>{getSectionName(section.type)}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('themeEditor.closeSection')}
          onClick={onDeselect}
        >
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </div>
      <SectionForm
        key={section.id}
        section={section}
        invalidFields={invalidFields.filter(({ sectionId }) => sectionId === section.id)}
        openItemId={view.openItemId}
        isDisabled={isReadOnly}
        onOpenItem={view.setOpenItemId}
        onChange={(next, typedField) => actions.replaceSection(template, next, typedField)}
      />
    </>
  )
}
