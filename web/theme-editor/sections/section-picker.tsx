import { Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mediaSections } from '#contract/section/media-sections.ts'
import { productSections } from '#contract/section/product-sections.ts'
import type { SectionType } from '#contract/section/section-catalog.ts'
import { storeSections } from '#contract/section/store-sections.ts'
import { textSections } from '#contract/section/text-sections.ts'
import { useRestoreFocus } from '../../ui/dialog/use-restore-focus.ts'
import { getSectionDescription, getSectionName } from '../form/section-labels.ts'
import editorCss from '../theme-editor.module.css'
import { SectionThumbnail } from './section-thumbnail.tsx'
import sectionCss from './sections.module.css'

const groups = [
  { key: 'media', types: mediaSections },
  { key: 'products', types: productSections },
  { key: 'text', types: textSections },
  { key: 'store', types: storeSections },
] as const

/** Chooses a section to add, by its name or what it is for. */
export function SectionPicker({
  types,
  onPick,
  onClose,
}: {
  types: readonly SectionType[]
  onPick: (type: SectionType) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [searchText, setSearchText] = useState('')
  useRestoreFocus()
  const words = searchText.toLowerCase().split(/\s+/)
  const matchingTypes = types.filter(type => {
    const text = `${getSectionName(type)} ${getSectionDescription(type)}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
  const [first] = matchingTypes
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('themeEditor.picker.title')}
      size={760}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          if (searchText && first) onPick(first)
        }}
      >
        <TextInput
          data-autofocus
          aria-label={t('themeEditor.picker.search')}
          placeholder={t('themeEditor.picker.search')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={searchText}
          onChange={event => setSearchText(event.currentTarget.value)}
        />
      </form>
      <div aria-live="polite">
        {matchingTypes.length === 0 && (
          <p className={editorCss.hint}>{t('themeEditor.picker.none', { search: searchText })}</p>
        )}
      </div>
      {groups.map(({ key, types: typesOfGroup }) => {
        const matches = matchingTypes.filter(type => Object.hasOwn(typesOfGroup, type))
        if (matches.length === 0) return null
        const name = t(`themeEditor.picker.group.${key}`)
        return (
          <section key={key} aria-label={name}>
            <h3 className={sectionCss.pickerGroup}>{name}</h3>
            <ul className={sectionCss.picker}>
              {matches.map(type => (
                <li key={type}>
                  <PickerButton type={type} onPick={onPick} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </Modal>
  )
}

function PickerButton({
  type,
  onPick,
}: {
  type: SectionType
  onPick: (type: SectionType) => void
}) {
  return (
    <button type="button" className={sectionCss.pickerButton} onClick={() => onPick(type)}>
      <SectionThumbnail type={type} />
      <span className={sectionCss.sectionNames}>
        <span className={sectionCss.sectionName}>{getSectionName(type)}</span>
        <span className={sectionCss.pickerText}>{getSectionDescription(type)}</span>
      </span>
    </button>
  )
}
