import type { SectionFields } from './section-field.ts'

/** The kinds of pages that sellers arrange from sections. */
export const templateKinds = ['home', 'category', 'product', 'content', 'notFound'] as const
export type TemplateKind = (typeof templateKinds)[number]
export const anyTemplate: readonly TemplateKind[] = [...templateKinds]

/** A type of section: what a seller can set in it and where it can be. */
export type SectionDefinition = {
  /** Incremented with each change of the fields that needs an upgrade of stored sections. */
  version: number
  /** The templates that can contain the section. */
  templates: readonly TemplateKind[]
  /**
   * The section that shows the record of the page, such as the details of a product. Its template
   * has it exactly once, and it can't be hidden.
   */
  isMain?: boolean
  fields: SectionFields
  /** A list of equal items in the section, such as slides or questions. */
  items?: { max: number; fields: SectionFields }
  /** Returns the stored section of an earlier version as a section of the next version. */
  upgrades?: Readonly<Record<number, (section: StoredSection) => StoredSection>>
}

export type StoredValues = Record<string, unknown>
export type StoredSection = {
  id: string
  type: string
  version: number
  isHidden: boolean
  settings: StoredValues
  items: { id: string; settings: StoredValues }[]
}

export const defineSection = <const Definition extends SectionDefinition>(
  definition: Definition,
): Definition => definition
