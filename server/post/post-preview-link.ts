import type { App } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { getPreviewOrigin } from '../store/rule/preview-host.ts'
import { defaultThemeCode } from '../theme/rule/theme-catalog.ts'
import { createPreviewToken } from '../theme/rule/theme-preview-token.ts'
import { getThemeId } from '../theme/rule/theme-row.ts'
import { getPost } from './post-store.ts'

const lifetimeMs = 7 * 24 * 60 * 60 * 1000

/**
 * Returns a URL that leads to the page of a post in the active theme, also of a draft. It needs no
 * account, and stays valid after a change of the handle.
 */
export async function createPostPreviewLink(
  { keys, config }: Pick<App, 'keys' | 'config'>,
  tx: Tx,
  { id, storeId }: { id: string; storeId: string },
): Promise<{ url: string; expiresAt: string }> {
  const post = await getPost(tx, id)
  const [theme] = await tx<{ id: string }[]>`select id from theme where active`
  const expiresAt = new Date(Date.now() + lifetimeMs)
  const token = createPreviewToken(keys, {
    storeId,
    themeId: theme?.id ?? getThemeId(storeId, defaultThemeCode),
    versionId: null,
    postId: post._id,
    use: 'share',
    expiresAt,
  })
  return {
    url: `${getPreviewOrigin(config)}/${token}/blog/${post._id}`,
    expiresAt: expiresAt.toISOString(),
  }
}
