import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { getContrast, HexColor, readableContrast } from '../lib/color.ts'
import { codeText, Id, singleLineText, versionField } from '../lib/schemas.ts'

const themeField = <const T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ key: z.string(), label: z.string(), type: z.literal(type), ...shape })
const themeFieldOptions = z.array(z.object({ value: z.string(), label: z.string() }))
/** One setting of a theme. `backgroundKey` names the color setting that this color must be readable on. */
export const ThemeField = z.discriminatedUnion('type', [
  themeField('color', { default: HexColor, backgroundKey: z.string().optional() }),
  themeField('font', { default: z.string(), options: themeFieldOptions }),
  themeField('select', { default: z.string(), options: themeFieldOptions }),
  themeField('number', {
    default: z.number(),
    min: z.number(),
    max: z.number(),
    step: z.number(),
    unit: z.string(),
  }),
  themeField('boolean', { default: z.boolean() }),
])
export type ThemeField = z.infer<typeof ThemeField>
export const ColorScheme = z.enum(['light', 'dark'])
export type ColorScheme = z.infer<typeof ColorScheme>

/**
 * Settings that the page shows together. The page translates by key; labels are the English texts.
 */
export const ThemeGroup = z.object({
  key: z.string(),
  label: z.string(),
  /** The group has the colors of this scheme only. */
  scheme: ColorScheme.optional(),
  fields: z.array(ThemeField),
})
export type ThemeGroup = z.infer<typeof ThemeGroup>

/** Values by field key. The server validates each value against its field. */
export const ThemeSettings = z.record(
  codeText(60),
  z.union([singleLineText(200), z.number().min(-1e6).max(1e6), z.boolean()]),
)
export type ThemeSettings = z.infer<typeof ThemeSettings>

/** A color that is hard to read. `path` and `backgroundKey` are keys of settings. */
export const ThemeWarning = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  backgroundKey: z.string(),
  contrast: z.number(),
})
export type ThemeWarning = z.infer<typeof ThemeWarning>

export const Theme = z.object({
  _id: Id,
  code: z.string(),
  name: z.string(),
  /** The store has duplicated or imported the theme, and can rename and delete it. */
  isOwn: z.boolean(),
  description: z.string(),
  /** A small preview image of the theme with its settings, as a `data:` URL. */
  preview: z.string(),
  /** Version of the theme as shipped. */
  release: z.string(),
  active: z.boolean(),
  /** The version that shoppers see while the theme is active, or null before the first. */
  publishedVersionId: Id.nullable(),
  settings: ThemeSettings,
  settingsSchema: z.array(ThemeGroup),
  /** Accessibility warnings. They never block a save. */
  warnings: z.array(ThemeWarning),
  version: z.int(),
})
export type Theme = z.infer<typeof Theme>

export const getThemeFields = (schema: readonly ThemeGroup[]): ThemeField[] =>
  schema.flatMap(group => group.fields)

/**
 * Returns the color schemes in which shoppers see a store. With two, their devices choose. A theme
 * without the setting has one palette, which is that of `light` also if it is dark.
 */
export const listColorSchemes = ({ colorScheme }: ThemeSettings): ColorScheme[] =>
  colorScheme === 'device' ? ['light', 'dark'] : [colorScheme === 'dark' ? 'dark' : 'light']

/** Returns the groups whose settings shoppers see. Colors of an unused scheme have no effect. */
export function listUsedGroups(
  schema: readonly ThemeGroup[],
  settings: ThemeSettings,
): ThemeGroup[] {
  const schemes = listColorSchemes(settings)
  return schema.filter(({ scheme }) => scheme === undefined || schemes.includes(scheme))
}

/**
 * Returns the color settings with too little contrast. The live preview and the server share this
 * rule.
 */
export function getThemeWarnings(
  schema: readonly ThemeGroup[],
  settings: ThemeSettings,
): ThemeWarning[] {
  const fields = getThemeFields(listUsedGroups(schema, settings))
  return fields.flatMap(field => {
    if (field.type !== 'color' || !field.backgroundKey) return []
    const [text, background] = [
      HexColor.safeParse(settings[field.key]),
      HexColor.safeParse(settings[field.backgroundKey]),
    ]
    if (!text.success || !background.success) return []
    const contrast = getContrast(text.data, background.data)
    if (contrast >= readableContrast) return []
    const backgroundLabel =
      fields.find(other => other.key === field.backgroundKey)?.label ?? field.backgroundKey
    const colors = `“${field.label}” on “${backgroundLabel}”`
    const roundedContrast = Math.round(contrast * 10) / 10
    return [
      {
        path: field.key,
        code: 'low_contrast',
        message: `${colors} is hard to read. Its contrast is ${roundedContrast}. Use at least ${readableContrast}.`,
        backgroundKey: field.backgroundKey,
        contrast: roundedContrast,
      },
    ]
  })
}

export const ThemeEdit = z.object({ settings: ThemeSettings, ...versionField })
export type ThemeEdit = z.infer<typeof ThemeEdit>

export const themeApi = defineApi('theme', {
  list: {
    method: 'GET',
    path: '/theme/getAll',
    can: 'theme:read',
    summary: 'List themes with the active one',
    reply: z.array(Theme),
  },
  activate: {
    method: 'PATCH',
    path: '/theme/activate/:id',
    can: 'theme:write',
    summary: 'Activate a theme',
    reply: Theme,
    message: 'Theme activated',
  },
  update: {
    method: 'PATCH',
    path: '/theme/update/:id',
    can: 'theme:write',
    summary: 'Update theme settings; omitted settings keep their values',
    body: ThemeEdit,
    reply: Theme,
    message: 'Theme updated',
  },
})
