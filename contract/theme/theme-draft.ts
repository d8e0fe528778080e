import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { codeText, Id, ListQuery, singleLineText, Timestamp } from '../lib/schemas.ts'
import { ThemeGroup, ThemeSettings } from './theme.ts'
import { ThemeTemplates } from './theme-template.ts'

/** The content of a theme: the values of its settings and the sections of its pages. */
export const ThemeContent = z.object({ settings: ThemeSettings, templates: ThemeTemplates })
export type ThemeContent = z.infer<typeof ThemeContent>

/** The changes of a theme that shoppers do not see yet. A theme has one draft. */
export const ThemeDraft = ThemeContent.extend({
  themeId: Id,
  code: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  settingsSchema: z.array(ThemeGroup),
  /** Incremented with each save. A save names the version that it is based on. */
  version: z.int(),
  /** The draft differs from the published version. */
  isChanged: z.boolean(),
  publishedVersionId: Id.nullable(),
  /** When the draft as saved then becomes public, or null. */
  publishAt: Timestamp.nullable(),
  updatedAt: Timestamp.nullable(),
  updatedBy: z.string().nullable(),
})
export type ThemeDraft = z.infer<typeof ThemeDraft>

export const ThemeDraftEdit = ThemeContent.partial().extend({ version: z.int().min(0) })
export type ThemeDraftEdit = z.infer<typeof ThemeDraftEdit>

/** A published state of a theme. It never changes. */
export const ThemeVersionRow = z.object({
  _id: Id,
  number: z.int(),
  note: z.string(),
  isCurrent: z.boolean(),
  createdAt: Timestamp,
  createdBy: z.string().nullable(),
})
export type ThemeVersionRow = z.infer<typeof ThemeVersionRow>
export const ThemeVersion = ThemeVersionRow.extend(ThemeContent.shape)
export type ThemeVersion = z.infer<typeof ThemeVersion>

export const ThemePublication = z.object({
  /** The version of the draft that the user has seen. */
  version: z.int(),
  note: singleLineText(200).optional(),
  /** Publishes at this time instead of now. */
  publishAt: Timestamp.optional(),
})

/** A finding before publishing, with the place where it can be fixed. */
export const ThemeFinding = z.object({
  code: z.enum(['low_contrast', 'missing_alt_text', 'heavy_first_image', 'dead_link']),
  template: z.string().nullable(),
  sectionId: z.string().nullable(),
  itemId: z.string().nullable(),
  /** The key of the setting. */
  field: z.string(),
  /** The value that the sentence of the finding names, such as a link or a contrast. */
  detail: z.string(),
})
export type ThemeFinding = z.infer<typeof ThemeFinding>

export const ThemePreviewLink = z.object({ url: z.string(), expiresAt: Timestamp })
/** `share` is for people without an account and lasts 7 days, `editor` is in an iframe and lasts 2 hours. */
export const ThemePreviewInput = z.object({
  use: z.enum(['editor', 'share']),
  /** A published version instead of the draft. */
  versionId: Id.optional(),
})

export const ThemeName = z.object({ name: singleLineText(60, 1) })

/** A theme as a file. */
export const ThemeFile = ThemeContent.extend({
  format: z.literal('storewright-theme-1'),
  code: codeText(60),
  name: singleLineText(60, 1),
})
export type ThemeFile = z.infer<typeof ThemeFile>

/** A theme as a file of any version. The server upgrades its templates before it checks them. */
export const ThemeImport = ThemeFile.extend({ templates: z.record(codeText(60), z.unknown()) })
export type ThemeImport = z.infer<typeof ThemeImport>

/** The pages of a theme as shipped, with the texts of the store's language. */
export const PagePreset = z.object({
  code: z.string(),
  name: z.string(),
  templates: ThemeTemplates,
})
export type PagePreset = z.infer<typeof PagePreset>

export const themeDraftApi = defineApi('theme', {
  listPagePresets: {
    method: 'GET',
    path: '/theme/pagePresets',
    can: 'theme:read',
    summary: 'List the pages of all themes as shipped',
    reply: z.array(PagePreset),
  },
  getDraft: {
    method: 'GET',
    path: '/theme/draft/:id',
    can: 'theme:read',
    summary: 'Get the draft of a theme',
    reply: ThemeDraft,
  },
  saveDraft: {
    method: 'PATCH',
    path: '/theme/draft/:id',
    can: 'theme:write',
    summary: 'Save the draft of a theme; templates are replaced as a whole',
    body: ThemeDraftEdit,
    reply: ThemeDraft,
  },
  discardDraft: {
    method: 'DELETE',
    path: '/theme/draft/:id',
    can: 'theme:write',
    summary: 'Discard the changes of a draft',
    reply: ThemeDraft,
    message: 'Changes discarded',
  },
  listFindings: {
    method: 'GET',
    path: '/theme/draft/:id/findings',
    can: 'theme:read',
    summary: 'List the findings of a draft: problems that shoppers would notice',
    reply: z.array(ThemeFinding),
  },
  publish: {
    method: 'POST',
    path: '/theme/publish/:id',
    can: 'theme:write',
    summary: 'Publish the draft of a theme, now or at a time',
    body: ThemePublication,
    reply: ThemeDraft,
    status: 200,
    message: 'Theme published',
  },
  cancelPublication: {
    method: 'DELETE',
    path: '/theme/publish/:id',
    can: 'theme:write',
    summary: 'Cancel a scheduled publication',
    reply: ThemeDraft,
    message: 'Publication canceled',
  },
  listVersions: {
    method: 'GET',
    path: '/theme/versions/:id',
    can: 'theme:read',
    summary: 'List the published versions of a theme, newest first',
    query: ListQuery,
    items: ThemeVersionRow,
  },
  getVersion: {
    method: 'GET',
    path: '/theme/version/:id',
    can: 'theme:read',
    summary: 'Get a published version of a theme',
    reply: ThemeVersion,
  },
  restoreVersion: {
    method: 'POST',
    path: '/theme/version/restore/:id',
    can: 'theme:write',
    summary: 'Restore a published version',
    reply: ThemeDraft,
    status: 200,
    message: 'Version restored',
  },
  duplicate: {
    method: 'POST',
    path: '/theme/duplicate/:id',
    can: 'theme:write',
    summary: 'Duplicate a theme with its draft',
    body: ThemeName.partial(),
    reply: z.object({ _id: Id }),
    message: 'Theme duplicated',
  },
  rename: {
    method: 'PATCH',
    path: '/theme/rename/:id',
    can: 'theme:write',
    summary: 'Rename a duplicated or imported theme',
    body: ThemeName,
    message: 'Theme renamed',
  },
  delete: {
    method: 'DELETE',
    path: '/theme/delete/:id',
    can: 'theme:write',
    summary: 'Delete a duplicated or imported theme that is not active',
    message: 'Theme deleted',
  },
  export: {
    method: 'GET',
    path: '/theme/export/:id',
    can: 'theme:read',
    summary: 'Get the draft of a theme as a file',
    reply: ThemeFile,
  },
  import: {
    method: 'POST',
    path: '/theme/import',
    can: 'theme:write',
    summary: 'Add a theme from a file',
    body: ThemeImport,
    omitsForeignImages: true,
    reply: z.object({
      _id: Id,
      /** Sections, images and records that this store can't use, which were left out. */
      omittedCount: z.int(),
    }),
    message: 'Theme imported',
  },
  createPreviewLink: {
    method: 'POST',
    path: '/theme/preview/:id',
    can: 'theme:read',
    summary: 'Create a link to the preview of a theme',
    body: ThemePreviewInput,
    reply: ThemePreviewLink,
  },
})
