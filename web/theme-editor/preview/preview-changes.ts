import type { Section } from '#contract/section/section-catalog.ts'
import type { TemplateKind } from '#contract/section/section-definition.ts'
import { getThemeFields, type ThemeGroup, type ThemeSettings } from '#contract/theme/theme.ts'
import type { ThemeContent } from '#contract/theme/theme-draft.ts'
import type { EditorMessage } from '#contract/theme/theme-preview-messages.ts'
import { checkSection } from '../state/invalid-field.ts'
import { listShownTemplates } from '../state/shown-template.ts'

const getVisible = ({ templates }: ThemeContent, template: TemplateKind): Section[] =>
  templates[template].filter(section => !section.isHidden)

/** Returns the messages that turn a preview of the earlier content into one of the next content. */
export function listChanges(
  before: ThemeContent,
  after: ThemeContent,
  template: TemplateKind | null,
): EditorMessage[] {
  const messages: EditorMessage[] = []
  if (before.settings !== after.settings)
    messages.push({ type: 'settings', values: after.settings })
  for (const kind of listShownTemplates(template))
    messages.push(...listSectionChanges(before, after, kind))
  return messages
}

function listSectionChanges(
  before: ThemeContent,
  after: ThemeContent,
  template: TemplateKind,
): EditorMessage[] {
  const messages: EditorMessage[] = []
  const earlier = getVisible(before, template)
  const visible = getVisible(after, template)
  const earlierById = new Map(earlier.map(section => [section.id, section]))
  for (const section of visible)
    if (earlierById.get(section.id) !== section && checkSection(section).length === 0)
      messages.push({ type: 'section', section })
  const ids = visible.map(({ id }) => id)
  if (ids.join(' ') !== earlier.map(({ id }) => id).join(' '))
    messages.push({ type: 'order', template, ids })
  return messages
}

/**
 * Returns whether a setting changed that the HTML of pages depends on. Colors, fonts and sizes are
 * only properties of the style sheet.
 */
export function hasRenderedSettingChange(
  schema: readonly ThemeGroup[],
  before: ThemeSettings,
  after: ThemeSettings,
): boolean {
  return getThemeFields(schema).some(
    ({ key, type }) => (type === 'select' || type === 'boolean') && before[key] !== after[key],
  )
}
