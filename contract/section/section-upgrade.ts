import { z } from 'zod'
import {
  getSectionDefinition,
  isSectionType,
  Section,
  type SectionType,
} from './section-catalog.ts'
import type { SectionDefinition, StoredSection } from './section-definition.ts'
import {
  createFieldSchema,
  getDefaultValue,
  getDefaultValues,
  type SectionFields,
} from './section-field.ts'

/** Returns a section with the default settings of its type. */
export function createSection(type: SectionType, id: string): Section {
  const { version, fields } = getSectionDefinition(type)
  return { id, type, version, isHidden: false, settings: getDefaultValues(fields), items: [] }
}

/** Returns an item of a section of a type with the default settings. */
export const createSectionItem = (type: SectionType, id: string): Section['items'][number] => ({
  id,
  settings: getDefaultValues(getSectionDefinition(type).items?.fields ?? {}),
})

const Values = z.record(z.string(), z.unknown()).catch({})
const LooseSection = z.object({
  id: z.string().min(1).max(40),
  type: z.string(),
  version: z.int().min(1),
  isHidden: z.boolean().catch(false),
  settings: Values,
  items: z.array(z.object({ id: z.string().min(1).max(40), settings: Values })).catch([]),
})

/**
 * Returns a stored section as one of the current version, or undefined if its type is unknown.
 * Values that the current version does not accept become their defaults.
 */
export function upgradeSection(stored: unknown): Section | undefined {
  const current = Section.safeParse(stored)
  if (current.success) return current.data
  const { data } = LooseSection.safeParse(stored)
  if (!data || !isSectionType(data.type)) return undefined
  const definition = getSectionDefinition(data.type)
  const section = repairSection(definition, upgradeVersion(definition, data))
  return Section.safeParse(section).data
}

function upgradeVersion(definition: SectionDefinition, stored: StoredSection): StoredSection {
  let section = stored
  for (let version = stored.version; version < definition.version; version++)
    section = definition.upgrades?.[version]?.(section) ?? section
  return { ...section, version: definition.version }
}

const repairSection = ({ fields, items }: SectionDefinition, section: StoredSection) => ({
  ...section,
  settings: repairValues(fields, section.settings),
  items: items
    ? section.items
        .slice(0, items.max)
        .map(({ id, settings }) => ({ id, settings: repairValues(items.fields, settings) }))
    : [],
})

const repairValues = (fields: SectionFields, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const { success, data } = createFieldSchema(field).safeParse(values[key])
      return [key, success ? data : getDefaultValue(field)]
    }),
  )
