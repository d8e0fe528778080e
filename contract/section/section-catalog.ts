import { z } from 'zod'
import { singleLineText } from '../lib/schemas.ts'
import { mainSections } from './main-sections.ts'
import { mediaSections } from './media-sections.ts'
import { productSections } from './product-sections.ts'
import type { SectionDefinition } from './section-definition.ts'
import { createFieldsSchema, type FieldValues } from './section-field.ts'
import { storeSections } from './store-sections.ts'
import { textSections } from './text-sections.ts'

/** Every type of section, in the order in which the editor offers them. */
export const sectionDefinitions = {
  ...mediaSections,
  ...productSections,
  ...textSections,
  ...storeSections,
  ...mainSections,
} satisfies Record<string, SectionDefinition>

export type SectionType = keyof typeof sectionDefinitions
export const isSectionType = (type: string): type is SectionType =>
  Object.hasOwn(sectionDefinitions, type)
export const sectionTypes = Object.keys(sectionDefinitions).filter(isSectionType)
export const getSectionDefinition = (type: SectionType): SectionDefinition =>
  sectionDefinitions[type]

type Definitions = typeof sectionDefinitions
/** The settings of a section of a type, as its component receives them. */
export type SectionSettings<Type extends SectionType> = FieldValues<Definitions[Type]['fields']>
export type SectionItemSettings<Type extends SectionType> = Definitions[Type] extends {
  items: { fields: infer Fields extends SectionDefinition['fields'] }
}
  ? FieldValues<Fields>
  : never

const SectionId = singleLineText(40, 1)
const createSectionSchema = (type: SectionType) => {
  const { version, fields, items } = getSectionDefinition(type)
  return z.object({
    id: SectionId,
    type: z.literal(type),
    version: z.literal(version),
    isHidden: z.boolean(),
    settings: createFieldsSchema(fields),
    items: z
      .array(z.object({ id: SectionId, settings: createFieldsSchema(items?.fields ?? {}) }))
      .max(items?.max ?? 0),
  })
}
const [firstSchema, ...otherSchemas] = sectionTypes.map(createSectionSchema)
if (!firstSchema) throw new Error('There is no section.')
/** A section of the current version. */
export const Section = z.discriminatedUnion('type', [firstSchema, ...otherSchemas])
export type Section = z.infer<typeof Section>

/** A section with the settings of its type. */
export type TypedSection<Type extends SectionType = SectionType> = {
  [T in SectionType]: {
    id: string
    type: T
    version: number
    isHidden: boolean
    settings: SectionSettings<T>
    items: { id: string; settings: SectionItemSettings<T> }[]
  }
}[Type]

/** The schema has checked that the settings of a section are those of its type. */
export const isTypedSection = (section: Section): section is TypedSection =>
  isSectionType(section.type)
