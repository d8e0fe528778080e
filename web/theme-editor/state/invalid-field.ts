import { HexColor } from '#contract/lib/color.ts'
import { toFieldError } from '#contract/lib/error/issue.ts'
import { Section } from '#contract/section/section-catalog.ts'
import { templateKinds } from '#contract/section/section-definition.ts'
import { getThemeFields, type ThemeGroup, type ThemeSettings } from '#contract/theme/theme.ts'
import type { ThemeContent } from '#contract/theme/theme-draft.ts'
import { translateError } from '../../lib/call/translate-server-message.ts'

/** A value that can't be saved. Settings of the theme have no section. */
export type InvalidField = {
  sectionId: string | null
  itemId: string | null
  field: string
  message: string
}

/**
 * The result of a section that did not change is kept, because each keystroke requests it again.
 */
const resultBySection = new WeakMap<Section, InvalidField[]>()

export const findInvalidFields = (
  { settings, templates }: ThemeContent,
  schema: readonly ThemeGroup[],
): InvalidField[] => [
  ...checkSettings(settings, schema),
  ...templateKinds.flatMap(template => templates[template].flatMap(checkSection)),
]

/** Only colors are typed. The other inputs have no invalid values. */
const checkSettings = (settings: ThemeSettings, schema: readonly ThemeGroup[]): InvalidField[] =>
  getThemeFields(schema).flatMap(({ type, key }) => {
    if (type !== 'color') return []
    const [problem] = HexColor.safeParse(settings[key]).error?.issues ?? []
    return problem
      ? [
          {
            sectionId: null,
            itemId: null,
            field: key,
            message: translateError(toFieldError(problem)),
          },
        ]
      : []
  })

export function checkSection(section: Section): InvalidField[] {
  const cachedFields = resultBySection.get(section)
  if (cachedFields) return cachedFields
  const result = Section.safeParse(section)
  const invalidFields = (result.error?.issues ?? []).map(problem => {
    const [part, index, , itemField] = problem.path
    const isItem = part === 'items' && typeof index === 'number'
    return {
      sectionId: section.id,
      itemId: isItem ? (section.items[index]?.id ?? null) : null,
      field: String((isItem ? itemField : index) ?? ''),
      message: translateError(toFieldError(problem)),
    }
  })
  resultBySection.set(section, invalidFields)
  return invalidFields
}
