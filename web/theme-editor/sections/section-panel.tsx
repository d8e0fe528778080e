import { Button, UnstyledButton } from '@mantine/core'
import { IconClipboardPlus, IconLayout, IconPalette, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Section } from '#contract/section/section-catalog.ts'
import type { TemplateKind } from '#contract/section/section-definition.ts'
import { maxSections } from '#contract/theme/theme-template.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { getSectionName } from '../form/section-labels.ts'
import { canAddType, copySection, listAddableTypes } from '../state/content-change.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { InvalidField } from '../state/invalid-field.ts'
import { useCopiedSection } from '../state/use-copied-section.ts'
import type { EditorView } from '../state/use-editor-view.ts'
import type { ThemeEditorActions } from '../state/use-theme-editor.ts'
import editorCss from '../theme-editor.module.css'
import { PagePresetDialog } from './page-preset-dialog.tsx'
import { createSampleSection } from './sample-content.ts'
import { SectionList } from './section-list.tsx'
import { SectionPicker } from './section-picker.tsx'
import sectionCss from './sections.module.css'

type Props = {
  state: EditorState
  view: EditorView
  actions: ThemeEditorActions
  invalidFields: readonly InvalidField[]
  isReadOnly: boolean
  onHover: (id: string | null) => void
  onSelect: (id: string | undefined) => void
  onRemove: (section: Section) => void
}

/** The entry to the settings of the theme, and the sections of the header, the page and the footer. */
export function SectionPanel({ view, isReadOnly, onSelect, ...props }: Props) {
  const { t } = useTranslation()
  const { template } = view
  return (
    <>
      <UnstyledButton
        className={sectionCss.settingsEntry}
        aria-current={view.selectedId === undefined || undefined}
        onClick={() => onSelect(undefined)}
      >
        <IconPalette size={17} stroke={1.75} aria-hidden />
        {t('themeEditor.settings')}
      </UnstyledButton>
      {(['header', template, 'footer'] as const).map(kind =>
        kind ? (
          <TemplateSections
            key={kind}
            template={kind}
            view={view}
            isReadOnly={isReadOnly}
            onSelect={onSelect}
            {...props}
          />
        ) : (
          <p key="none" className={editorCss.panelHint}>
            {t('themeEditor.noTemplate')}
          </p>
        ),
      )}
    </>
  )
}

function GroupHeader({ template, count }: { template: TemplateKind; count: number }) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <>
      <div className={editorCss.panelHeader}>
        <h2 className={editorCss.panelTitle}>{t(`themeEditor.template.${template}`)}</h2>
        <span className={editorCss.count}>
          {format.number(count)}/{format.number(maxSections)}
        </span>
      </div>
      {template !== 'home' && (
        <p className={editorCss.panelHint}>{t(`themeEditor.templateHint.${template}`)}</p>
      )}
    </>
  )
}

function TemplateSections({
  template,
  state,
  view,
  actions,
  invalidFields,
  isReadOnly,
  onHover,
  onSelect,
  onRemove,
}: Props & { template: TemplateKind }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'sections' | 'presets' | null>(null)
  const { copiedSection, copyToOtherPages } = useCopiedSection()
  const isFrame = template === 'header' || template === 'footer'
  const name = t(`themeEditor.template.${template}`)
  const sections = state.content.templates[template]
  const isFull = sections.length >= maxSections
  const selectedIndex = sections.findIndex(({ id }) => id === view.selectedId)

  /** A new section is below the selected one, or the last of the page. In the footer it is the first. */
  function addSection(section: Section) {
    const lastIndex = template === 'footer' ? 0 : sections.length
    const index = selectedIndex === -1 ? lastIndex : selectedIndex + 1
    actions.change({ type: 'addSection', template, section, index })
    setDialog(null)
    onSelect(section.id)
  }
  return (
    <section className={sectionCss.group} aria-label={name}>
      <GroupHeader template={template} count={sections.length} />
      {sections.length === 0 && (
        <p className={editorCss.panelHint}>{t('themeEditor.list.empty')}</p>
      )}
      <SectionList
        label={isFrame ? name : t('themeEditor.list.label')}
        sections={sections}
        selectedId={view.selectedId}
        hoveredId={view.hovered?.id}
        invalidIds={new Set(invalidFields.map(({ sectionId }) => sectionId ?? ''))}
        isFull={isFull}
        isReadOnly={isReadOnly}
        onSelect={onSelect}
        onHover={onHover}
        onMove={(id, index) => actions.change({ type: 'moveSection', template, id, index })}
        onDuplicate={section => {
          const copy = copySection(section)
          const index = sections.indexOf(section) + 1
          actions.change({ type: 'addSection', template, section: copy, index })
          onSelect(copy.id)
        }}
        onToggle={section =>
          actions.replaceSection(template, { ...section, isHidden: !section.isHidden })
        }
        onCopy={copyToOtherPages}
        onRemove={onRemove}
      />
      {!isReadOnly && (
        <div className={sectionCss.addSection}>
          <Button
            fullWidth
            variant={isFrame ? 'subtle' : 'light'}
            leftSection={<IconPlus size={16} stroke={1.75} />}
            disabled={isFull}
            onClick={() => setDialog('sections')}
          >
            {isFrame ? t(`themeEditor.list.addTo.${template}`) : t('themeEditor.list.add')}
          </Button>
          {copiedSection && canAddType(template, copiedSection.type) && (
            <Button
              fullWidth
              variant="subtle"
              leftSection={<IconClipboardPlus size={16} stroke={1.75} />}
              disabled={isFull}
              onClick={() => addSection(copySection(copiedSection))}
            >
              {t('themeEditor.list.paste', { name: getSectionName(copiedSection.type) })}
            </Button>
          )}
          {!isFrame && (
            <Button
              fullWidth
              variant="subtle"
              color="gray"
              leftSection={<IconLayout size={16} stroke={1.75} />}
              onClick={() => setDialog('presets')}
            >
              {t('themeEditor.preset.open')}
            </Button>
          )}
          {isFull && (
            <p className={editorCss.panelHint}>
              {t('themeEditor.list.full', { max: maxSections })}
            </p>
          )}
        </div>
      )}
      {dialog === 'sections' && (
        <SectionPicker
          types={listAddableTypes(template)}
          onPick={type => addSection(createSampleSection(type))}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'presets' && (
        <PagePresetDialog
          template={template}
          onPick={presetSections => {
            actions.change({ type: 'replacePage', template, sections: presetSections })
            setDialog(null)
            onSelect(undefined)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  )
}
