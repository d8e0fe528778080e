import { Anchor, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CmsSection } from '#contract/cms/cms.ts'
import {
  getSectionDefinition,
  type Section,
  type SectionType,
} from '#contract/section/section-catalog.ts'
import { moveItem, SortableCards } from '../../ui/page/sortable-cards.tsx'
import { createNewItem } from '../state/content-change.ts'
import type { InvalidField } from '../state/invalid-field.ts'
import editorCss from '../theme-editor.module.css'
import { FieldsForm } from './fields-form.tsx'
import {
  getAddItemLabel,
  getContentTitle,
  getItemName,
  getSectionDescription,
} from './section-labels.ts'
import formCss from './theme-form.module.css'

type Props = {
  section: Section
  invalidFields: readonly InvalidField[]
  /** The item that is open, for example because its image was clicked in the preview. */
  openItemId: string | null | undefined
  isDisabled: boolean
  onOpenItem: (id: string | null) => void
  /** `typedField` is set if the next keystroke continues this change. */
  onChange: (section: Section, typedField?: string) => void
}

/** The section of the store's content with the texts that a section shows. */
const contentSections: Partial<Record<SectionType, CmsSection>> = {
  announcementBar: 'announcement',
  storeHeader: 'navigation',
  storeFooter: 'footer',
}

/** Edits a section: its settings, and its items as a sortable list. */
export function SectionForm({ section, invalidFields, isDisabled, onChange, ...items }: Props) {
  const { t } = useTranslation()
  const { fields, items: itemDefinition } = getSectionDefinition(section.type)
  const contentSection = contentSections[section.type]
  const hasFields = Object.keys(fields).length > 0
  return (
    <div className={formCss.form}>
      <p className={editorCss.hint}>{getSectionDescription(section.type)}</p>
      {section.isHidden && <p className={formCss.hiddenNote}>{t('themeEditor.hiddenNote')}</p>}
      {hasFields && (
        <FieldsForm
          type={section.type}
          fields={fields}
          values={section.settings}
          pathPrefix=""
          invalidFields={invalidFields.filter(({ itemId }) => itemId === null)}
          isDisabled={isDisabled}
          onChange={(settings, typedField) =>
            onChange({ ...section, settings }, typedField && `${section.id}.${typedField}`)
          }
        />
      )}
      {contentSection && (
        <Anchor component={Link} to={`/apps/cms?section=${contentSection}`} size="sm">
          {t('themeEditor.editContent')}
        </Anchor>
      )}
      {!hasFields && !itemDefinition && !contentSection && (
        <p className={editorCss.hint}>{t('themeEditor.noFields')}</p>
      )}
      {itemDefinition && (
        <ItemList
          section={section}
          invalidFields={invalidFields}
          isDisabled={isDisabled}
          onChange={onChange}
          {...items}
        />
      )}
    </div>
  )
}

function ItemList({ section, invalidFields, openItemId, isDisabled, onOpenItem, onChange }: Props) {
  const { t } = useTranslation()
  const { type, items } = section
  const { fields = {}, max = 0 } = getSectionDefinition(type).items ?? {}
  const setItems = (next: Section['items'], typedField?: string) =>
    onChange({ ...section, items: next }, typedField)
  const cards = items.map((item, index) => ({
    key: item.id,
    name:
      getContentTitle(item.settings) ||
      t('themeEditor.itemNumber', { item: getItemName(type), position: index + 1 }),
    hasError: invalidFields.some(({ itemId }) => itemId === item.id),
    content: (
      <FieldsForm
        type={type}
        fields={fields}
        values={item.settings}
        pathPrefix={`${item.id}.`}
        invalidFields={invalidFields.filter(({ itemId }) => itemId === item.id)}
        isDisabled={isDisabled}
        onChange={(settings, typedField) =>
          setItems(
            items.with(index, { ...item, settings }),
            typedField && `${section.id}.${item.id}.${typedField}`,
          )
        }
      />
    ),
  }))
  const onlyItemId = items.length === 1 ? items[0]?.id : undefined
  const openKey = (openItemId === undefined ? onlyItemId : openItemId) ?? null
  const listRef = useRef<HTMLFieldSetElement>(null)
  const toggledKey = useRef<string | null>(null)
  useEffect(
    function showItemChosenInPreview() {
      if (!openItemId || openItemId === toggledKey.current) return
      listRef.current?.querySelector(`[data-key="${CSS.escape(openItemId)}"]`)?.scrollIntoView()
    },
    [openItemId],
  )
  function addItem() {
    const item = createNewItem(type)
    setItems([...items, item])
    onOpenItem(item.id)
  }
  return (
    <fieldset ref={listRef} className={formCss.items} disabled={isDisabled}>
      <SortableCards
        items={cards}
        openKey={openKey}
        onOpen={key => {
          toggledKey.current = key
          onOpenItem(key)
        }}
        onMove={(from, to) => setItems(moveItem(items, from, to))}
        onRemove={index => setItems(items.toSpliced(index, 1))}
      />
      <div className={formCss.itemFooter}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} stroke={1.75} />}
          disabled={items.length >= max}
          onClick={addItem}
        >
          {getAddItemLabel(type)}
        </Button>
        <span className="sw-dimmed">
          {t('themeEditor.itemCount', { count: items.length, max })}
        </span>
      </div>
    </fieldset>
  )
}
