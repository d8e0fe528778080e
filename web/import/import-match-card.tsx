import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Import, importApi } from '#contract/import/import.ts'
import {
  areFieldsSufficient,
  MatchableField,
  type MatchRules,
  matchRulesByKind,
  omitFieldUnit,
} from '#contract/import/import-match.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './import-match.module.css'
import { ImportMissingFields } from './import-missing-fields.tsx'
import { useMatchableFieldLabels } from './use-matchable-field-labels.ts'

type Match = MatchableField | null

const toMatch = (field: string | null): Match => MatchableField.nullable().catch(null).parse(field)

/** Returns the matches with a new one. Another column with the same field is no longer imported. */
function changeMatch(
  matches: readonly Match[],
  changedIndex: number,
  match: Match,
  { repeatable }: MatchRules,
): Match[] {
  const isExclusive = match !== null && !repeatable.includes(match)
  return matches.map((each, index) => {
    if (index === changedIndex) return match
    const isSame = each && isExclusive && omitFieldUnit(each) === omitFieldUnit(match)
    return isSame ? null : each
  })
}

const missingTextKeys = {
  products: 'importMatch.titleMissing',
  orders: 'importMatch.titleMissing',
  customers: 'importMatch.contactMissing',
  parcels: 'importMatch.trackingMissing',
} as const

const noRules: MatchRules = { fields: [], repeatable: [], identifying: [] }

type Props = { importJob: Import; onClose?: () => void }

/** The columns of a spreadsheet with their first cells, and the field to which each is matched. */
export function ImportMatchCard({ importJob, onClose }: Props) {
  const { t } = useTranslation()
  const rules = matchRulesByKind[importJob.kind] ?? noRules
  const labels = useMatchableFieldLabels(rules.fields)
  const [matches, setMatches] = useState(() =>
    importJob.columns.map(column => toMatch(column.field)),
  )
  const match = useRouteMutation(importApi.match)
  const isIdentified = areFieldsSufficient(matches, rules)
  const isProducts = importJob.kind === 'products'
  const canCreate = !isProducts || (matches.includes('title') && matches.includes('price'))
  const save = () =>
    match.mutate(
      { params: { id: importJob._id }, body: { columns: matches } },
      { onSuccess: () => onClose?.() },
    )
  return (
    <SectionCard title={t('importMatch.title')} hint={t('importMatch.hint')} flush>
      <ul className={css.columns} aria-label={t('importMatch.title')}>
        {importJob.columns.map((column, index) => {
          const name = column.header || t('importMatch.unnamed', { number: index + 1 })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: names are not unique, and the order is fixed
            <li key={index} className={css.column} data-ignored={!matches[index] || undefined}>
              <span className={css.name}>{name}</span>
              <ul className={css.samples} aria-label={t('importMatch.samples', { column: name })}>
                {(column.samples ?? []).map((sample, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells are not unique, and the order is fixed
                  <li key={row} dir="auto">
                    {sample || '–'}
                  </li>
                ))}
              </ul>
              <NativeSelect
                aria-label={t('importMatch.field', { column: name })}
                value={matches[index] ?? ''}
                data={[{ value: '', label: t('importMatch.ignore') }, ...labels]}
                onChange={event =>
                  setMatches(changeMatch(matches, index, toMatch(event.currentTarget.value), rules))
                }
              />
            </li>
          )
        })}
      </ul>
      <div className={css.notice}>
        <ImportMissingFields kind={importJob.kind} fields={matches} />
      </div>
      <div className={css.footer}>
        <p className={css.advice} role="status">
          {!isIdentified && t(missingTextKeys[importJob.kind])}
          {isIdentified && !canCreate && t('importMatch.updatesOnly')}
        </p>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            {t('importMatch.keep')}
          </Button>
        )}
        <Button disabled={!isIdentified} loading={match.isPending} onClick={save}>
          {t('importMatch.save')}
        </Button>
      </div>
    </SectionCard>
  )
}
