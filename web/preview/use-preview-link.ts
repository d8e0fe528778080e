import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { type ThemePreviewInput, themeDraftApi } from '#contract/theme/theme-draft.ts'
import { callApi } from '../lib/call/call-api.ts'

/** A link for the editor lasts two hours. It is replaced before it expires. */
const renewAfterMs = 100 * 60_000

/** Returns a link to the preview of the draft of a theme, or of one of its versions. */
export const usePreviewLink = (themeId: string, input: z.infer<typeof ThemePreviewInput>) =>
  useQuery({
    queryKey: ['themePreviewLink', themeId, input],
    queryFn: () =>
      callApi(themeDraftApi.createPreviewLink, { params: { id: themeId }, body: input }),
    staleTime: renewAfterMs,
    refetchInterval: renewAfterMs,
    refetchOnWindowFocus: false,
  })
