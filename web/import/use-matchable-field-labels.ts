import { useTranslation } from 'react-i18next'
import type { MatchableField } from '#contract/import/import-match.ts'
import { toOptions } from '../lib/to-options.ts'
import { useFieldNameFormatter } from './import-labels.ts'

/** Returns the fields with their labels in the language of the page. */
export function useMatchableFieldLabels(
  fields: readonly MatchableField[],
): { value: MatchableField; label: string }[] {
  const { t } = useTranslation()
  const formatFieldName = useFieldNameFormatter()
  const formatLabel = (field: MatchableField) => {
    const [, unit] = field.split(':')
    if (unit) return t('product.form.weightIn', { unit })
    const [, position, part] = /^option(\d)(\w+)$/.exec(field) ?? []
    if (position && part === 'Name') return t('importMatch.optionName', { number: position })
    return position ? t('importMatch.optionValue', { number: position }) : formatFieldName(field)
  }
  return toOptions(fields, formatLabel)
}
