import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { splitLanguage } from '#contract/storefront/storefront-language.ts'
import type { ThemeContent } from '#contract/theme/theme-draft.ts'
import type { App } from '../../lib/call/serve.ts'
import { withTransaction } from '../../lib/db/db.ts'
import { getCatalogTheme } from '../../theme/rule/theme-catalog.ts'
import {
  loadDefaultTemplates,
  type StoredThemeContent,
  toThemeContent,
} from '../../theme/rule/theme-content.ts'
import {
  type PreviewClaims,
  previewTokenPattern,
  readPreviewToken,
} from '../../theme/rule/theme-preview-token.ts'
import { findTheme } from '../../theme/rule/theme-row.ts'
import { findPostForPreview, type LoadedPost } from '../blog/load-blog.ts'
import type { HostDirectory, StorefrontHost } from '../host/storefront-host.ts'

const tokens = new WeakMap<IncomingMessage, string>()

/** Removes the token from the URL of a request to the host of previews, and remembers it. */
export function takePreviewToken(request: IncomingMessage): string {
  const { url = '/' } = request
  const [, token = '', path = ''] = /^\/([^/?]*)(.*)$/.exec(url) ?? []
  if (!previewTokenPattern.test(token)) return url
  tokens.set(request, token)
  const rest = path.startsWith('/') ? path : `/${path}`
  // The log and redirects show this URL, and the token opens the preview.
  Object.assign(request, { originalUrl: rest })
  return rest
}

/**
 * Returns the store of a preview with the theme to show: `expired` after the end of its time, and
 * undefined if there is no such preview.
 */
export async function openPreview(
  app: Pick<App, 'db' | 'keys'>,
  hosts: HostDirectory,
  { raw, originalUrl }: Pick<FastifyRequest, 'raw' | 'originalUrl'>,
): Promise<StorefrontHost | 'expired' | undefined> {
  const token = tokens.get(raw)
  const { language } = splitLanguage(originalUrl)
  const claims = token === undefined ? undefined : readPreviewToken(app.keys, token)
  if (!claims) return undefined
  if (claims.expiresAt.getTime() <= Date.now()) return 'expired'
  const source = await loadSource(app, claims)
  const store = source && (await hosts.find(source.host))
  if (!store) return undefined
  return {
    ...store,
    language: store.languages.find(code => code === language) ?? store.language,
    passwordId: null,
    // Stores that are not launched have a preview. A revision of its own keeps it out of caches.
    status: store.status === 'closed' ? 'closed' : 'live',
    revision: `preview ${crypto.randomUUID()}`,
    preview: {
      ...source.content,
      use: claims.use,
      code: source.code,
      pathPrefix: `/${token}`,
      post: source.post,
    },
  }
}

type PreviewSource = {
  host: string
  code: string
  content: ThemeContent
  post: LoadedPost | undefined
}

/** Drafts are read as the back office reads them. The role of the storefront cannot read them. */
const loadSource = (
  { db }: Pick<App, 'db'>,
  { storeId, themeId, versionId, postId }: PreviewClaims,
): Promise<PreviewSource | undefined> =>
  withTransaction(db, { storeId }, async tx => {
    const theme = await findTheme(tx, storeId, themeId)
    const [store] = await tx<{ host: string }[]>`
      select domain as host from domain where status = 'active' order by is_primary desc limit 1`
    const [stored] = await (versionId === null
      ? tx<StoredThemeContent[]>`
          select coalesce(d.settings, v.settings, '{}') as settings,
            case when d.id is null then v.templates else d.templates end as templates
          from theme t
          left join theme_draft d on d.id = t.id and ${postId === undefined}
          left join theme_version v on v.id = t.version_id
          where t.id = ${themeId}`
      : tx<StoredThemeContent[]>`
          select settings, templates from theme_version
          where id = ${versionId} and theme_id = ${themeId}`)
    if (!theme || !store || (versionId !== null && !stored)) return undefined
    return {
      ...store,
      post: postId === undefined ? undefined : await findPostForPreview(tx, postId),
      code: theme.code,
      content: toThemeContent(
        getCatalogTheme(theme.code),
        stored,
        await loadDefaultTemplates(tx, theme),
      ),
    }
  })
