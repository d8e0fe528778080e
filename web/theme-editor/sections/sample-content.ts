import {
  getSectionDefinition,
  type Section,
  type SectionType,
} from '#contract/section/section-catalog.ts'
import type { SectionFields } from '#contract/section/section-field.ts'
import type { ThemeTemplates } from '#contract/theme/theme-template.ts'
import { findText } from '../../lib/preference/i18n.ts'
import { getItemName, getSectionName } from '../form/section-labels.ts'
import { createNewSection } from '../state/content-change.ts'
import type { FieldPlace } from '../state/use-editor-view.ts'

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
        ...getSampleTexts(items?.fields ?? {}, getHeading(type, index)),
      },
    })),
  }
}

function getSampleTexts(fields: SectionFields, heading: string): Record<string, string> {
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

/** Section names that no seller wants as a heading. Others, such as "Reviews", can stay. */
const exampleHeadingTypes: readonly SectionType[] = [
  'imageText',
  'columns',
  'categorySpotlight',
  'productStory',
  'promoBanner',
  'text',
  'video',
]

/** Returns the places of the sample texts that the seller has not changed and shoppers would read. */
export function findSampleTexts(templates: ThemeTemplates): FieldPlace[] {
  const sections = Object.values(templates).flat()
  const shown = sections.filter(({ isHidden }) => !isHidden)
  return shown.flatMap(({ id, type, settings, items }) => {
    const definition = getSectionDefinition(type)
    const heading = exampleHeadingTypes.includes(type) ? getSectionName(type) : ''
    const samples = getSampleTexts(definition.fields, heading)
    return [
      ...listEqualKeys(samples, settings).map(field => ({ sectionId: id, itemId: null, field })),
      ...items.flatMap((item, index) => {
        const itemSamples = getSampleTexts(definition.items?.fields ?? {}, getHeading(type, index))
        return listEqualKeys(itemSamples, item.settings).map(field => ({
          sectionId: id,
          itemId: item.id,
          field,
        }))
      }),
    ]
  })
}

/** A number such as 100 can be the seller's own. */
const listEqualKeys = (samples: Record<string, string>, settings: Record<string, unknown>) =>
  Object.keys(samples).filter(
    key => key !== 'value' && samples[key] && samples[key] === settings[key],
  )

const getHeading = (type: SectionType, index: number) => `${getItemName(type)} ${index + 1}`
