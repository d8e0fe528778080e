import { themeApi } from '#contract/theme/theme.ts'
import { type ThemeDraft, themeDraftApi } from '#contract/theme/theme-draft.ts'
import type { TestApp } from '../testing.ts'

export const fetchThemeId = async (
  t: TestApp,
  as: 'owner' | 'stranger' = 'owner',
): Promise<string> => (await t.call(as, themeApi.list)).body.data[0]._id

/** Returns calls for the default theme of the owner's store, which shoppers see. */
export async function createThemeTester(t: TestApp) {
  const id = await fetchThemeId(t)
  const params = { id }
  const getDraft = async (themeId = id): Promise<ThemeDraft> =>
    (await t.call('owner', themeDraftApi.getDraft, { params: { id: themeId } })).body.data
  const getVersion = async () => (await getDraft()).version
  return {
    id,
    getDraft,
    /** Saves on the given version of the draft, or on the current one. */
    saveDraft: async (body: object, version?: number, themeId = id) =>
      t.call('owner', themeDraftApi.saveDraft, {
        params: { id: themeId },
        body: { version: version ?? (await getVersion()), ...body },
      }),
    publish: async (body: object = {}, version?: number) =>
      t.call('owner', themeDraftApi.publish, {
        params,
        body: { version: version ?? (await getVersion()), ...body },
      }),
    listVersions: async () =>
      (await t.call('owner', themeDraftApi.listVersions, { params })).body.data,
    restoreVersion: (versionId: string) =>
      t.call('owner', themeDraftApi.restoreVersion, { params: { id: versionId } }),
    listFindings: async () =>
      (await t.call('owner', themeDraftApi.listFindings, { params })).body.data,
    duplicate: () => t.call('owner', themeDraftApi.duplicate, { params, body: {} }),
    exportTheme: async () => (await t.call('owner', themeDraftApi.export, { params })).body.data,
  }
}
export type ThemeTester = Awaited<ReturnType<typeof createThemeTester>>
