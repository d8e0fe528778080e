import type { Section } from '#contract/section/section-catalog.ts'
import { type TemplateKind, templateKinds } from '#contract/section/section-definition.ts'
import type { ThemeContent } from '#contract/theme/theme-draft.ts'

/** The differences between two contents, from the view of the second one: "added" is missing in the first. */
export type ContentDifference =
  | { kind: 'setting'; key: string }
  | { kind: 'order'; template: TemplateKind }
  | { kind: 'added' | 'removed' | 'hidden' | 'shown'; template: TemplateKind; section: Section }
  /** `fields` are keys of settings. The items of the section differ if `hasItems` is set. */
  | {
      kind: 'changed'
      template: TemplateKind
      section: Section
      fields: string[]
      hasItems: boolean
    }

const isEqual = (a: unknown, b: unknown) => a === b || toSortedJson(a) === toSortedJson(b)
/** The database returns the keys of an object in another order than they were sent. */
const toSortedJson = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

export function compareContents(before: ThemeContent, after: ThemeContent): ContentDifference[] {
  return [
    ...listChangedKeys(before.settings, after.settings).map(key => ({
      kind: 'setting' as const,
      key,
    })),
    ...templateKinds.flatMap(template =>
      compareTemplates(template, before.templates[template], after.templates[template]),
    ),
  ]
}

const listChangedKeys = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    key => !isEqual(before[key], after[key]),
  )

function compareTemplates(
  template: TemplateKind,
  before: readonly Section[],
  after: readonly Section[],
): ContentDifference[] {
  const earlierById = new Map(before.map(section => [section.id, section]))
  const laterIds = new Set(after.map(section => section.id))
  const differences: ContentDifference[] = after.flatMap(section => {
    const earlier = earlierById.get(section.id)
    return earlier
      ? compareSections(template, earlier, section)
      : [{ kind: 'added', template, section }]
  })
  for (const section of before)
    if (!laterIds.has(section.id)) differences.push({ kind: 'removed', template, section })
  const commonBefore = before.filter(({ id }) => laterIds.has(id)).map(({ id }) => id)
  const commonAfter = after.filter(({ id }) => earlierById.has(id)).map(({ id }) => id)
  if (!isEqual(commonBefore, commonAfter)) differences.push({ kind: 'order', template })
  return differences
}

function compareSections(
  template: TemplateKind,
  before: Section,
  after: Section,
): ContentDifference[] {
  if (before === after) return []
  const fields = listChangedKeys(before.settings, after.settings)
  const hasItems = !isEqual(before.items, after.items)
  const differences: ContentDifference[] = []
  if (before.isHidden !== after.isHidden)
    differences.push({ kind: after.isHidden ? 'hidden' : 'shown', template, section: after })
  if (fields.length > 0 || hasItems)
    differences.push({ kind: 'changed', template, section: after, fields, hasItems })
  return differences
}

/**
 * Returns the content with the changes of both users since `base`, or undefined if both changed the
 * same setting, the same section or the order of the same page.
 */
export function mergeContents(
  base: ThemeContent,
  mine: ThemeContent,
  theirs: ThemeContent,
): ThemeContent | undefined {
  const settings = mergeValues(base.settings, mine.settings, theirs.settings)
  if (!settings) return undefined
  const templates = { ...theirs.templates }
  for (const template of templateKinds) {
    const merged = mergeTemplates(
      base.templates[template],
      mine.templates[template],
      theirs.templates[template],
    )
    if (!merged) return undefined
    templates[template] = merged
  }
  return { settings, templates }
}

function mergeValues<Value>(
  base: Record<string, Value>,
  mine: Record<string, Value>,
  theirs: Record<string, Value>,
): Record<string, Value> | undefined {
  const changedByBoth = listChangedKeys(base, mine).some(
    key => !isEqual(base[key], theirs[key]) && !isEqual(mine[key], theirs[key]),
  )
  if (changedByBoth) return undefined
  const mineOnly = listChangedKeys(base, mine).flatMap(key => {
    const value = mine[key]
    return value === undefined ? [] : [[key, value] as const]
  })
  return { ...theirs, ...Object.fromEntries(mineOnly) }
}

function mergeTemplates(
  base: readonly Section[],
  mine: Section[],
  theirs: Section[],
): Section[] | undefined {
  if (isEqual(base, mine)) return theirs
  if (isEqual(base, theirs) || isEqual(mine, theirs)) return mine
  const toIds = (sections: readonly Section[]) => sections.map(({ id }) => id)
  // Both can change different sections. Lists of which both changed the sections are not merged.
  const isMyListSame = isEqual(toIds(base), toIds(mine))
  if (!isMyListSame && !isEqual(toIds(base), toIds(theirs))) return undefined
  const byId = (sections: readonly Section[]) =>
    Object.fromEntries(sections.map(section => [section.id, section]))
  const mySections = byId(mine)
  const theirSections = byId(theirs)
  const isRemovedAndChanged = base.some(section => {
    const [my, their] = [mySections[section.id], theirSections[section.id]]
    return (!my && !isEqual(section, their)) || (!their && !isEqual(section, my))
  })
  if (isRemovedAndChanged) return undefined
  const merged = mergeValues(byId(base), mySections, theirSections)
  return merged && (isMyListSame ? theirs : mine).flatMap(({ id }) => merged[id] ?? [])
}
