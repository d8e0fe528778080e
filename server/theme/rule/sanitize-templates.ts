import { getSectionDefinition, type Section } from '#contract/section/section-catalog.ts'
import type { SectionFields } from '#contract/section/section-field.ts'
import { createTemplates, type ThemeTemplates } from '#contract/theme/theme-template.ts'
import { sanitizeRichText } from '../../lib/text/rich-text.ts'

/** Returns templates whose rich texts have only the allowed tags. */
export const sanitizeTemplates = (templates: ThemeTemplates): ThemeTemplates =>
  createTemplates(kind => templates[kind].map(sanitizeSection))

export function sanitizeSection(section: Section): Section {
  const { fields, items } = getSectionDefinition(section.type)
  return {
    ...section,
    settings: sanitizeValues(fields, section.settings),
    items: section.items.map(item => ({
      ...item,
      settings: sanitizeValues(items?.fields ?? {}, item.settings),
    })),
  }
}

const sanitizeValues = (fields: SectionFields, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      fields[key]?.type === 'richText' && typeof value === 'string'
        ? sanitizeRichText(value)
        : value,
    ]),
  )
