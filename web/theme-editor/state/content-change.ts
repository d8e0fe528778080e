import {
  getSectionDefinition,
  type Section,
  type SectionType,
  sectionTypes,
} from '#contract/section/section-catalog.ts'
import type { TemplateKind } from '#contract/section/section-definition.ts'
import { createSection, createSectionItem } from '#contract/section/section-upgrade.ts'
import type { ThemeSettings } from '#contract/theme/theme.ts'
import type { ThemeContent } from '#contract/theme/theme-draft.ts'
import { maxSections } from '#contract/theme/theme-template.ts'
import { createRandomId } from '../../lib/random-id.ts'
import { moveItem } from '../../ui/page/sortable-cards.tsx'

/** The number of items of a new section. One item would not show its arrangement. */
const firstItemCount = 3

export type SectionItem = Section['items'][number]

/** One change of the user. Sections and items have ids, so a change names its place exactly. */
export type ContentChange =
  | { type: 'addSection'; template: TemplateKind; section: Section; index: number }
  | { type: 'moveSection'; template: TemplateKind; id: string; index: number }
  | { type: 'replaceSection'; template: TemplateKind; section: Section }
  | { type: 'removeSection'; template: TemplateKind; id: string }
  | { type: 'replacePage'; template: TemplateKind; sections: readonly Section[] }
  | { type: 'changeThemeSettings'; settings: ThemeSettings }

export function applyChange(content: ThemeContent, change: ContentChange): ThemeContent {
  if (change.type === 'changeThemeSettings')
    return { ...content, settings: { ...content.settings, ...change.settings } }
  const { template } = change
  const sections = content.templates[template]
  const changedSections = changeSections(sections, change)
  return changedSections === sections
    ? content
    : { ...content, templates: { ...content.templates, [template]: changedSections } }
}

type SectionChange = Exclude<ContentChange, { type: 'changeThemeSettings' }>

/** Returns the same list if the change is not allowed or changes nothing. */
function changeSections(sections: Section[], change: SectionChange): Section[] {
  const indexOf = (id: string) => sections.findIndex(section => section.id === id)
  switch (change.type) {
    case 'addSection':
      return sections.length >= maxSections
        ? sections
        : sections.toSpliced(change.index, 0, change.section)
    case 'moveSection': {
      const from = indexOf(change.id)
      const to = Math.min(Math.max(change.index, 0), sections.length - 1)
      return from === -1 || from === to ? sections : moveItem(sections, from, to)
    }
    case 'replaceSection': {
      const index = indexOf(change.section.id)
      return index === -1 ? sections : sections.with(index, change.section)
    }
    case 'removeSection': {
      const index = indexOf(change.id)
      const section = sections[index]
      return !section || isMainSection(section) ? sections : sections.toSpliced(index, 1)
    }
    case 'replacePage':
      return change.sections.map(copySection)
  }
}

/** The section with the record of the page can be moved, but not removed, copied or hidden. */
export const isMainSection = ({ type }: Section): boolean =>
  getSectionDefinition(type).isMain === true

/** Returns whether users can add a section of this type to a template. */
export const canAddType = (template: TemplateKind, type: SectionType) => {
  const { templates, isMain } = getSectionDefinition(type)
  return !isMain && templates.includes(template)
}

/** Returns the types that users can add to a template. */
export const listAddableTypes = (template: TemplateKind): SectionType[] =>
  sectionTypes.filter(type => canAddType(template, type))

/** Returns a section with default values. A section with items starts with some. */
export function createNewSection(type: SectionType): Section {
  const section = createSection(type, createRandomId())
  const { items } = getSectionDefinition(type)
  const itemCount = items ? Math.min(items.max, firstItemCount) : 0
  return { ...section, items: Array.from({ length: itemCount }, () => createNewItem(type)) }
}

export const createNewItem = (type: SectionType): SectionItem =>
  createSectionItem(type, createRandomId())

/** Returns a copy of a section with new ids. */
export const copySection = (section: Section): Section => ({
  ...section,
  id: createRandomId(),
  items: section.items.map(item => ({ ...item, id: createRandomId() })),
})
