import { useSuspenseQuery } from '@tanstack/react-query'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { loadTranslations } from '../lib/preference/i18n.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'

/** Returns the translations in the language of the store, for names that its shoppers read. */
export function useStoreTexts() {
  const language = getLocaleLanguage(useCurrentStore()?.locale ?? 'en')
  return useSuspenseQuery({
    queryKey: ['storeTexts', language],
    queryFn: () => loadTranslations(language),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}
