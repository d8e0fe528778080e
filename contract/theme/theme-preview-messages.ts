import { z } from 'zod'
import { Section } from '../section/section-catalog.ts'
import { templateKinds } from '../section/section-definition.ts'
import { ThemeSettings } from './theme.ts'
import { maxSections } from './theme-template.ts'

const SectionId = z.string().max(60)
const message = <const T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape })
/** A section, or an item of it, with the names that their outlines show. */
const target = {
  id: SectionId.nullable(),
  label: z.string().max(200),
  itemId: SectionId.nullable(),
  itemLabel: z.string().max(200),
}

/** The messages from the theme editor to its preview. */
export const EditorMessage = z.discriminatedUnion('type', [
  /** Renders the section and replaces it. A new section waits for the next `order`. */
  message('section', { section: Section }),
  /** The visible sections of a part of the page in their order. All others leave it. */
  message('order', { template: z.enum(templateKinds), ids: z.array(SectionId).max(maxSections) }),
  message('settings', { values: ThemeSettings }),
  /** Loads the page again in place, for changes that `section` and `settings` can't show. */
  message('refresh', {}),
  /** Outlines the section and the item that are edited, with their names, and scrolls to them. */
  message('select', target),
  message('hover', target),
  /** Opens a page of the store, such as `/products/vase`. */
  message('navigate', { path: z.string().max(2000) }),
])
export type EditorMessage = z.infer<typeof EditorMessage>

const previewKeys = ['undo', 'redo', 'save', 'escape', 'remove', 'moveUp', 'moveDown'] as const
export type PreviewKey = (typeof previewKeys)[number]

/** The messages from a preview to the theme editor that embeds it. */
export const PreviewMessage = z.discriminatedUnion('type', [
  /** A page has loaded. `ids` are its sections. */
  message('ready', {
    path: z.string().max(2000),
    template: z.enum(templateKinds).nullable(),
    ids: z.array(SectionId).max(3 * maxSections),
  }),
  /** The user clicked a section, or an item of it. */
  message('select', { id: SectionId, itemId: SectionId.optional() }),
  message('hover', { id: SectionId.nullable(), itemId: SectionId.optional() }),
  message('navigate', { path: z.string().max(2000), template: z.enum(templateKinds).nullable() }),
  /** A shortcut of the editor was pressed in the preview. */
  message('key', { key: z.enum(previewKeys) }),
])
export type PreviewMessage = z.infer<typeof PreviewMessage>
