import type { Section } from '#contract/section/section-catalog.ts'
import type { TemplateKind } from '#contract/section/section-definition.ts'
import type { ThemeContent } from '#contract/theme/theme-draft.ts'

/** Returns the templates of a page in their order. `template` is null for a page without its own. */
export const listShownTemplates = (template: TemplateKind | null): TemplateKind[] => [
  'header',
  ...(template ? [template] : []),
  'footer',
]

/** Returns the sections that a page shows: its own, and those of the header and the footer. */
export const listShownSections = (
  { templates }: ThemeContent,
  template: TemplateKind | null,
): Section[] => listShownTemplates(template).flatMap(kind => templates[kind])

/** Returns a section of a page with the template that contains it. */
export function findShownSection(
  { templates }: ThemeContent,
  template: TemplateKind | null,
  id: string | undefined,
): { section: Section; template: TemplateKind } | undefined {
  for (const kind of listShownTemplates(template)) {
    const section = templates[kind].find(candidate => candidate.id === id)
    if (section) return { section, template: kind }
  }
  return undefined
}
