import { useQueryClient } from '@tanstack/react-query'
import { themeApi } from '#contract/theme/theme.ts'
import { themeDraftApi } from '#contract/theme/theme-draft.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { callApi } from '../lib/call/call-api.ts'
import { toast } from '../lib/page/toast.ts'

/** Returns a function that opens a preview of the store in its active theme, in a new tab. */
export function useOpenStorePreview() {
  const client = useQueryClient()
  return async () => {
    // Browsers block tabs that open after a request.
    const tab = window.open('about:blank', '_blank')
    try {
      const themes = await client.fetchQuery(queryOptionsFor(themeApi.list, {}))
      const { _id: id = '', publishedVersionId } = themes.find(({ active }) => active) ?? {}
      const { url } = await callApi(themeDraftApi.createPreviewLink, {
        params: { id },
        body: { use: 'share', ...(publishedVersionId && { versionId: publishedVersionId }) },
      })
      if (!tab) return
      tab.opener = null
      tab.location.href = url
    } catch (error) {
      tab?.close()
      toast.failure(error)
    }
  }
}
