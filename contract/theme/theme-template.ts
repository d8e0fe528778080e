import { z } from 'zod'
import type { IssueCode } from '../lib/error/issue.ts'
import {
  getSectionDefinition,
  Section,
  type SectionType,
  sectionTypes,
} from '../section/section-catalog.ts'
import { frameKinds, type TemplateKind, templateKinds } from '../section/section-definition.ts'
import { createSection, upgradeSection } from '../section/section-upgrade.ts'
import { defaultHeader } from './default-template.ts'

export const maxSections = 30
/** The number of characters of the JSON of all templates of a theme. */
export const maxTemplatesLength = 400_000

const Template = z.array(Section).max(maxSections)
export type Template = z.infer<typeof Template>

const TemplateLists = z.object({
  home: Template,
  category: Template,
  product: Template,
  content: Template,
  notFound: Template,
  header: Template,
  footer: Template,
} satisfies Record<TemplateKind, typeof Template>)
/** The sections of each kind of page, of the header and of the footer, in their order. */
export const ThemeTemplates = TemplateLists.check(({ value, issues }) => {
  for (const { path, code } of checkTemplates(value))
    issues.push({ code: 'custom', input: value, path: path.split('.'), message: code })
})
export type ThemeTemplates = z.infer<typeof TemplateLists>

/** Returns templates whose sections `create` returns. */
export const createTemplates = (create: (kind: TemplateKind) => Template): ThemeTemplates => ({
  home: create('home'),
  category: create('category'),
  product: create('product'),
  content: create('content'),
  notFound: create('notFound'),
  header: create('header'),
  footer: create('footer'),
})

export type TemplateIssue = { path: string; code: IssueCode }

/** Returns the problems of templates that their schema does not detect. The editor prevents them. */
export function checkTemplates(templates: Record<TemplateKind, readonly Section[]>) {
  const issues = templateKinds.flatMap(kind => checkTemplate(kind, templates[kind]))
  issues.push(...checkFrame(templates))
  if (JSON.stringify(templates).length > maxTemplatesLength)
    issues.push({ path: '', code: 'templates_too_large' })
  return issues
}

/** A page shows the sections of the header and the footer too, so their ids differ from all others. */
function checkFrame(templates: Record<TemplateKind, readonly Section[]>): TemplateIssue[] {
  return frameKinds.flatMap(kind => {
    const otherKinds = templateKinds.filter(other => other !== kind)
    const otherIds = new Set(otherKinds.flatMap(other => templates[other].map(({ id }) => id)))
    return templates[kind].flatMap(({ id }, index): TemplateIssue[] =>
      otherIds.has(id) ? [{ path: `${kind}.${index}.id`, code: 'section_id_repeated' }] : [],
    )
  })
}

function checkTemplate(kind: TemplateKind, sections: readonly Section[]): TemplateIssue[] {
  const issues = sections.flatMap((section, index) =>
    checkSection(kind, section, index, sections.slice(0, index)),
  )
  const mainType = findMainType(kind)
  if (mainType && !sections.some(({ type }) => type === mainType))
    issues.push({ path: kind, code: 'main_section_missing' })
  return issues
}

function checkSection(
  kind: TemplateKind,
  section: Section,
  index: number,
  earlierSections: readonly Section[],
): TemplateIssue[] {
  const issues: TemplateIssue[] = []
  const addIssue = (field: string, code: IssueCode) =>
    issues.push({ path: `${kind}.${index}.${field}`, code })
  const { isMain = false, templates } = getSectionDefinition(section.type)
  if (!templates.includes(kind)) addIssue('type', 'section_not_allowed')
  if (earlierSections.some(({ id }) => id === section.id)) addIssue('id', 'section_id_repeated')
  const itemIds = section.items.map(({ id }) => id)
  itemIds.forEach((id, itemIndex) => {
    if (itemIds.indexOf(id) < itemIndex) addIssue(`items.${itemIndex}.id`, 'section_id_repeated')
  })
  if (isMain && section.isHidden) addIssue('isHidden', 'main_section_hidden')
  if (isMain && earlierSections.some(({ type }) => type === section.type))
    addIssue('type', 'main_section_repeated')
  return issues
}

/** Returns the type of the section that a template must have. */
export const findMainType = (kind: TemplateKind): SectionType | undefined =>
  sectionTypes.find(type => {
    const { isMain, templates } = getSectionDefinition(type)
    return isMain === true && templates.includes(kind)
  })

/**
 * Returns stored templates with sections of the current versions. Unknown sections and sections
 * that can't be read are dropped, and a missing main section is added.
 */
export const upgradeTemplates = (stored: unknown): ThemeTemplates =>
  createTemplates(kind => upgradeTemplate(kind, stored))

const StoredTemplates = z.record(z.string(), z.unknown())

/** Returns one of the stored templates with sections of the current versions. */
export function upgradeTemplate(kind: TemplateKind, stored: unknown): Template {
  const { data = {} } = StoredTemplates.safeParse(stored)
  const list: unknown = data[kind]
  if (list === undefined && kind === 'header') return createHeader()
  const sections = (Array.isArray(list) ? list : []).flatMap(section => {
    const upgraded = upgradeSection(section)
    return upgraded ? [upgraded] : []
  })
  const ids = new Set<string>()
  const validSections = sections.filter(section => {
    const [firstIssue] = checkSection(kind, section, 0, [])
    const isRepeated = ids.has(section.id)
    ids.add(section.id)
    return !firstIssue && !isRepeated
  })
  return omitExcess(kind, addMainSection(kind, validSections))
}

/** Returns the header of a theme that was stored before sellers could arrange it. */
const createHeader = (): Template => defaultHeader.map(({ type }) => createSection(type, type))

/** The first main section stays, others are dropped. */
function addMainSection(kind: TemplateKind, sections: readonly Section[]): Template {
  const mainType = findMainType(kind)
  if (!mainType) return [...sections]
  const mainIndex = sections.findIndex(({ type }) => type === mainType)
  if (mainIndex === -1) return [...sections, createSection(mainType, mainType)]
  return sections.filter(({ type }, index) => type !== mainType || index === mainIndex)
}

/** The last sections beyond the limit are dropped. The main section stays. */
function omitExcess(kind: TemplateKind, sections: readonly Section[]): Template {
  const mainType = findMainType(kind)
  const isMain = ({ type }: Section) => type === mainType
  const others = sections.filter(section => !isMain(section))
  const firstOthers = new Set(others.slice(0, mainType ? maxSections - 1 : maxSections))
  return sections.filter(section => isMain(section) || firstOthers.has(section))
}
