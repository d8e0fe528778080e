import { z } from 'zod'
import { api } from './lib/api.ts'
import { Colour, contrastOf, readableContrast } from './lib/colour.ts'
import { Id, versioned } from './lib/shapes.ts'

const field = <const T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ key: z.string(), label: z.string(), type: z.literal(type), ...shape })
const options = z.array(z.object({ value: z.string(), label: z.string() }))
/** One thing a theme lets a seller choose. `onto`: the setting of the colour that this one must be readable on. */
export const ThemeField = z.discriminatedUnion('type', [
  field('colour', { default: Colour, onto: z.string().optional() }),
  field('font', { default: z.string(), options }),
  field('select', { default: z.string(), options }),
  field('number', {
    default: z.number(),
    min: z.number(),
    max: z.number(),
    step: z.number(),
    unit: z.string(),
  }),
  field('bool', { default: z.boolean() }),
])
export type ThemeField = z.infer<typeof ThemeField>
export const ThemeGroup = z.object({ label: z.string(), fields: z.array(ThemeField) })
export type ThemeGroup = z.infer<typeof ThemeGroup>

/** By the key of a field; the server checks each against its field. */
export const ThemeSettings = z.record(
  z.string().max(60),
  z.union([z.string().max(200), z.number().min(-1e6).max(1e6), z.boolean()]),
)
export type ThemeSettings = z.infer<typeof ThemeSettings>

/** CSS font families of the values of a `font` field; only fonts that machines have, so that nothing is fetched. */
export const fontStacks: Record<string, string> = {
  system: 'system-ui, sans-serif',
  grotesk: 'Inter, Roboto, "Helvetica Neue", Arial, sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, "URW Gothic", sans-serif',
  serif: '"Iowan Old Style", "Palatino Linotype", "URW Palladio L", P052, serif',
  slab: 'Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", serif',
  didone: 'Didot, "Bodoni MT", "Noto Serif Display", "URW Palladio L", P052, serif',
  mono: 'ui-monospace, "Cascadia Code", Menlo, Consolas, monospace',
}

export const ThemeWarning = z.object({ path: z.string(), code: z.string(), message: z.string() })
export type ThemeWarning = z.infer<typeof ThemeWarning>

export const Theme = z.object({
  _id: Id,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  /** A small picture of the theme in its settings, as a `data:` address. */
  preview: z.string(),
  /** Of the theme as it is shipped. */
  release: z.string(),
  active: z.boolean(),
  settings: ThemeSettings,
  settingsSchema: z.array(ThemeGroup),
  /** What a shopper would have trouble with; nothing is refused for it. */
  warnings: z.array(ThemeWarning),
  version: z.int(),
})
export type Theme = z.infer<typeof Theme>

export const fieldsOf = (schema: readonly ThemeGroup[]): ThemeField[] =>
  schema.flatMap(group => group.fields)

/** Colours that text is hard to read in, said the same in the live preview and by the server. */
export function warningsOf(schema: readonly ThemeGroup[], settings: ThemeSettings): ThemeWarning[] {
  const fields = fieldsOf(schema)
  return fields.flatMap(field => {
    if (field.type !== 'colour' || !field.onto) return []
    const [text, ground] = [
      Colour.safeParse(settings[field.key]),
      Colour.safeParse(settings[field.onto]),
    ]
    if (!text.success || !ground.success) return []
    const contrast = contrastOf(text.data, ground.data)
    if (contrast >= readableContrast) return []
    const groundLabel = fields.find(other => other.key === field.onto)?.label ?? field.onto
    return [
      {
        path: field.key,
        code: 'low_contrast',
        message: `${field.label} on ${groundLabel.toLowerCase()} is hard to read: contrast ${contrast.toFixed(1)}, at least ${readableContrast} is needed`,
      },
    ]
  })
}

export const ThemeEdit = z.object({ settings: ThemeSettings, ...versioned })
export type ThemeEdit = z.infer<typeof ThemeEdit>

export const themeApi = api('theme', {
  list: {
    method: 'GET',
    path: '/theme/getAll',
    can: 'theme:read',
    summary: 'Themes, and which is active',
    reply: z.array(Theme),
  },
  activate: {
    method: 'PATCH',
    path: '/theme/activate/:id',
    can: 'theme:write',
    summary: 'Show the shop in this theme',
    reply: Theme,
    message: 'Theme activated successfully',
  },
  update: {
    method: 'PATCH',
    path: '/theme/update/:id',
    can: 'theme:write',
    summary: 'Change settings of a theme; those not named stay',
    body: ThemeEdit,
    reply: Theme,
    message: 'Theme updated successfully',
  },
})
