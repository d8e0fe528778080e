import { toTextLine } from '#contract/lib/text/plain-text.ts'
import type { SectionType } from '#contract/section/section-catalog.ts'
import { findText } from '../../lib/preference/i18n.ts'

// The keys of sections and their fields come from the contract. A field has the same name in all
// sections, unless there is a text for the section.

export const getSectionName = (type: SectionType) =>
  findText(`themeEditor.section.${type}`) ?? toReadableName(type)

export const getSectionDescription = (type: SectionType) =>
  findText(`themeEditor.sectionText.${type}`) ?? ''

export const getFieldName = (type: SectionType, key: string) =>
  findText(`themeEditor.ownField.${type}.${key}`) ??
  findText(`themeEditor.field.${key}`) ??
  toReadableName(key)

export const getFieldHint = (key: string) => findText(`themeEditor.fieldHint.${key}`)

export const getOptionName = (key: string, value: string) =>
  findText(`themeEditor.option.${key}.${value}`) ?? toReadableName(value)

export const getItemName = (type: SectionType) =>
  findText(`themeEditor.item.${type}`) ?? findText('themeEditor.item.other') ?? ''

export const getAddItemLabel = (type: SectionType) =>
  findText(`themeEditor.addItem.${type}`) ?? findText('themeEditor.addItem.other') ?? ''

/** "mobileImage" → "Mobile image" */
function toReadableName(key: string): string {
  const words = key.replace(/([A-Z])/g, letter => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const titleFields = [
  'heading',
  'title',
  'question',
  'name',
  'author',
  'label',
  'text',
  'quote',
  'alt',
]

/** Returns the text that a user recognizes a section or item by, or '' if it has none. */
export function getContentTitle(settings: Record<string, unknown>): string {
  for (const key of titleFields) {
    const value = settings[key]
    if (typeof value !== 'string') continue
    const text = toTextLine(value)
    if (text) return text
  }
  return ''
}
