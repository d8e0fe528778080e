import type { SectionFields } from './section-field.ts'

/** The kinds of pages that sellers arrange from sections, and the parts that all pages share. */
export const templateKinds = [
  'home',
  'category',
  'product',
  'content',
  'notFound',
  'header',
  'footer',
] as const
export type TemplateKind = (typeof templateKinds)[number]
export const anyTemplate: readonly TemplateKind[] = [...templateKinds]
/** The parts that all pages share. */
export const frameKinds = ['header', 'footer'] as const satisfies TemplateKind[]
/** The header has room for short sections only. */
export const belowHeader = anyTemplate.filter(kind => kind !== 'header')

/** A type of section: what a seller can set in it and where it can be. */
export type SectionDefinition = {
  /** Incremented with each change of the fields that needs an upgrade of stored sections. */
  version: number
  /** The templates that can contain the section. */
  templates: readonly TemplateKind[]
  /**
   * The section that shows the record of the page, such as the details of a product, or the menu of
   * the header. Its template has it exactly once, and it can't be hidden.
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

/** Returns a stored section with one setting renamed. The setting keeps its value. */
export function renameSetting(section: StoredSection, from: string, to: string): StoredSection {
  const { [from]: value, ...settings } = section.settings
  return { ...section, settings: value === undefined ? settings : { [to]: value, ...settings } }
}
