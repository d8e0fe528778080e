import {
  getSectionDefinition,
  type Section,
  type SectionType,
} from '#contract/section/section-catalog.ts'
import type { SectionFields } from '#contract/section/section-field.ts'
import { findText } from '../../lib/preference/i18n.ts'
import { getItemName, getSectionName } from '../form/section-labels.ts'
import { createNewSection } from '../state/content-change.ts'

/**
 * Returns a new section with sample texts. Without texts, the preview would not show where the
 * section is and what it looks like.
 */
export function createSampleSection(type: SectionType): Section {
  const section = createNewSection(type)
  const { fields, items } = getSectionDefinition(type)
  return {
    ...section,
    settings: { ...section.settings, ...getSampleTexts(fields, getSectionName(type)) },
    items: section.items.map((item, index) => ({
      ...item,
      settings: {
        ...item.settings,
        ...getSampleTexts(items?.fields ?? {}, `${getItemName(type)} ${index + 1}`),
      },
    })),
  }
}

function getSampleTexts(fields: SectionFields, heading: string) {
  const texts = Object.entries(fields).flatMap(([key, field]) => {
    const text = key === 'heading' ? heading : findText(`themeEditor.sample.${key}`)
    if (text === undefined) return []
    if (field.type === 'richText') return [[key, `<p>${text}</p>`] as const]
    return field.type === 'text' || field.type === 'multiline'
      ? [[key, text.slice(0, field.max)] as const]
      : []
  })
  return Object.fromEntries(texts)
}
