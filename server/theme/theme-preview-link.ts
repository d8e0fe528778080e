import type { z } from 'zod'
import type { ThemePreviewInput, ThemePreviewLink } from '#contract/theme/theme-draft.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { getPreviewOrigin } from '../store/rule/preview-host.ts'
import { createPreviewToken, type PreviewUse } from './rule/theme-preview-token.ts'
import { getTheme } from './rule/theme-row.ts'

const hourMs = 60 * 60 * 1000
const lifetimeMs: Record<PreviewUse, number> = { editor: 2 * hourMs, share: 7 * 24 * hourMs }

type PreviewRequest = z.infer<typeof ThemePreviewInput> & { storeId: string; themeId: string }

/** Returns the URL of a preview. A path of the store can be appended to it. */
export async function createPreviewLink(
  { keys, config }: Pick<App, 'keys' | 'config'>,
  tx: Tx,
  { storeId, themeId, use, versionId }: PreviewRequest,
): Promise<z.infer<typeof ThemePreviewLink>> {
  const theme = await getTheme(tx, storeId, themeId)
  if (versionId !== undefined) {
    const [version] = await tx`
      select 1 from theme_version where id = ${versionId} and theme_id = ${theme.id}`
    assertFound(version, 'theme_version_not_found')
  }
  const expiresAt = new Date(Date.now() + lifetimeMs[use])
  const claims = { storeId, themeId: theme.id, versionId: versionId ?? null, use, expiresAt }
  return {
    url: `${getPreviewOrigin(config)}/${createPreviewToken(keys, claims)}/`,
    expiresAt: expiresAt.toISOString(),
  }
}
