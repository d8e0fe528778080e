import { useTranslation } from 'react-i18next'
import type { SearchCorrection } from '#contract/lib/call/api.ts'
import { normalizeSearchTerm } from '#contract/lib/text/normalize-text.ts'
import { useFormatters } from '../lib/formatters.ts'

/** More words are not named. */
const maxNamedWords = 3

/** Returns a sentence on the terms of a search that were corrected, undefined if none were. */
export function useCorrectionText(
  q: string,
  corrections: readonly SearchCorrection[] = [],
): string | undefined {
  const { t } = useTranslation()
  const format = useFormatters()
  if (corrections.length === 0) return undefined
  const quote = (texts: readonly string[]) =>
    format.list(texts.map(text => t('search.quoted', { text })))
  const terms = quote(corrections.map(({ term }) => findTypedTerm(q, term)))
  const words = corrections.flatMap(correction => correction.words)
  return words.length > maxNamedWords
    ? t('search.correctedToMany', { terms })
    : t('search.corrected', { terms, words: quote(words) })
}

/** Returns the term as the user typed it. */
const findTypedTerm = (q: string, term: string) =>
  q.split(/\s+/).find(typed => normalizeSearchTerm(typed) === term) ?? term
