import { getSectionDefinition, type Section } from '#contract/section/section-catalog.ts'
import { type TemplateKind, templateKinds } from '#contract/section/section-definition.ts'
import type { SectionField, SectionFields } from '#contract/section/section-field.ts'
import { createTemplates, type ThemeTemplates } from '#contract/theme/theme-template.ts'

type Values = Record<string, unknown>
/** A value of a section or of one of its items, with its place. */
export type TemplateValue = {
  template: TemplateKind
  sectionId: string
  isHidden: boolean
  itemId: string | null
  key: string
  field: SectionField
  value: unknown
  /** All values of the section or item. */
  siblings: Values
}

/** Returns the values of the sections of all templates, in their order. */
export const listTemplateValues = (templates: ThemeTemplates): TemplateValue[] =>
  templateKinds.flatMap(kind => listValues(kind, templates[kind]))

const listValues = (template: TemplateKind, sections: readonly Section[]): TemplateValue[] =>
  sections.flatMap(({ id: sectionId, type, isHidden, settings, items }) => {
    const definition = getSectionDefinition(type)
    const place = { template, sectionId, isHidden, itemId: null }
    return [
      ...toValues(place, definition.fields, settings),
      ...items.flatMap(item =>
        toValues({ ...place, itemId: item.id }, definition.items?.fields ?? {}, item.settings),
      ),
    ]
  })

const toValues = (
  place: Pick<TemplateValue, 'template' | 'sectionId' | 'isHidden' | 'itemId'>,
  fields: SectionFields,
  siblings: Values,
): TemplateValue[] =>
  Object.entries(fields).map(([key, field]) => ({
    ...place,
    key,
    field,
    value: siblings[key],
    siblings,
  }))

/** Returns templates with each value replaced by what `map` returns for it. */
export function mapTemplateValues(
  templates: ThemeTemplates,
  map: (field: SectionField, value: unknown) => unknown,
): ThemeTemplates {
  const mapValues = (fields: SectionFields, values: Values): Values =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        const field = fields[key]
        return [key, field ? map(field, value) : value]
      }),
    )
  const mapSection = (section: Section): Section => {
    const { fields, items } = getSectionDefinition(section.type)
    return {
      ...section,
      settings: mapValues(fields, section.settings),
      items: section.items.map(item => ({
        ...item,
        settings: mapValues(items?.fields ?? {}, item.settings),
      })),
    }
  }
  return createTemplates(kind => templates[kind].map(mapSection))
}
