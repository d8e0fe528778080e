import { IconHelp } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { helpApi } from '#contract/desk/help.ts'
import { searchResultsPerGroup } from '#contract/store/search.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useLanguage } from '../lib/preference/language.ts'
import { getSearchTerms, matchesTerms } from './search-match.ts'
import type { SearchOptionGroup } from './search-option.ts'

/** Searches the topics of help. Those with the terms in their titles are first. */
export function useHelpResults(q: string): { groups: SearchOptionGroup[]; isFetching: boolean } {
  const { t } = useTranslation()
  const { data, isFetching } = useQuery({
    ...queryOptionsFor(helpApi.list, { query: { q, language: useLanguage() } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const topics = q === '' ? [] : (data?.categories ?? []).flatMap(category => category.topics)
  const terms = getSearchTerms(q)
  const hasTitleMatch = ({ title }: { title: string }) => matchesTerms(title, terms)
  const options = [
    ...topics.filter(hasTitleMatch),
    ...topics.filter(topic => !hasTitleMatch(topic)),
  ]
    .slice(0, searchResultsPerGroup)
    .map(({ name, title, summary }) => ({
      id: `help ${name}`,
      title,
      details: summary,
      icon: IconHelp,
      to: `/apps/help/${name}`,
    }))
  const groups = options.length > 0 ? [{ name: 'help', label: t('shell.menu.help'), options }] : []
  return { groups, isFetching }
}
