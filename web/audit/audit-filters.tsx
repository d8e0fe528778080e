import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuditAction, type AuditEntry, type AuditSummary } from '#contract/staff/audit.ts'
import { type SearchResults, searchApi } from '#contract/store/search.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getDayStart, getNextDay, toLocalDay } from '../lib/time-zone.ts'
import { toOptions } from '../lib/to-options.ts'
import type { ListFilter } from '../list/list-filters.tsx'
import { DayInput } from '../ui/date/day-input.tsx'
import { SearchSelect } from '../ui/field/search-select.tsx'
import { useAuditLabels } from './audit-labels.ts'

/**
 * Returns the filters of the audit: person, record, kind, action, first and last
 * day, and changes by the system.
 */
export function useAuditFilters(
  summary: AuditSummary | undefined,
  entries: readonly AuditEntry[],
): ListFilter[] {
  const { t } = useTranslation()
  const { locale } = useFormatters()
  const { formatEntity } = useAuditLabels()
  return [
    {
      key: 'person',
      label: t('audit.filter.person'),
      isSingleChoice: true,
      options: (summary?.people ?? []).map(({ _id, name, email }) => ({
        value: _id,
        label: name || email,
      })),
    },
    useRecordFilter(entries),
    {
      key: 'entity',
      label: t('audit.filter.entity'),
      isSingleChoice: true,
      options: (summary?.entities ?? [])
        .map(value => ({ value, label: formatEntity(value) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, locale)),
    },
    {
      key: 'action',
      label: t('audit.filter.action'),
      options: toOptions(AuditAction.options, value => t(`audit.action.${value}`)),
    },
    ...useDayFilters(),
    {
      key: 'system',
      label: t('audit.filter.system'),
      isSingleChoice: true,
      options: [{ value: 'true', label: t('audit.filter.systemIncluded') }],
    },
  ]
}

function useRecordFilter(entries: readonly AuditEntry[]): ListFilter {
  const { t } = useTranslation()
  const [pickedRecord, setPickedRecord] = useState<{ _id: string; name: string }>()
  const formatRecord = (id: unknown) =>
    (pickedRecord?._id === id
      ? pickedRecord?.name
      : entries.find(({ record }) => record._id === id)?.record.name) ||
    t('audit.filter.selectedRecord')
  return {
    key: 'record',
    label: t('audit.filter.record'),
    closesOnChange: true,
    formatValue: id => (id ? formatRecord(id) : ''),
    render: (_value, onChange) => (
      <RecordPicker
        onPick={record => {
          setPickedRecord(record)
          onChange(record._id)
        }}
      />
    ),
  }
}

/** Returns the filters for the first and the last day. */
function useDayFilters(): ListFilter[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const { timeZone } = format
  return [
    {
      key: 'from',
      label: t('audit.filter.from'),
      formatValue: value => (value ? format.date(String(value)) : ''),
      render: (value, onChange) => (
        <FilterDay
          label={t('audit.filter.from')}
          day={value ? toLocalDay(String(value), timeZone) : ''}
          onChange={day => onChange(day && getDayStart(day, timeZone).toISOString())}
        />
      ),
    },
    // The query contains the start of the next day, which is exclusive.
    {
      key: 'to',
      label: t('audit.filter.to'),
      formatValue: value => (value ? format.date(new Date(Date.parse(String(value)) - 1)) : ''),
      render: (value, onChange) => (
        <FilterDay
          label={t('audit.filter.to')}
          day={value ? toLocalDay(Date.parse(String(value)) - 1, timeZone) : ''}
          onChange={day => onChange(day && getDayStart(getNextDay(day), timeZone).toISOString())}
        />
      ),
    },
  ]
}

function FilterDay({
  label,
  day,
  onChange,
}: {
  label: string
  day: string
  onChange: (day: string) => void
}) {
  const { timeZone } = useFormatters()
  return (
    <DayInput
      size="xs"
      label={label}
      value={day}
      max={toLocalDay(Date.now(), timeZone)}
      onChange={onChange}
    />
  )
}

type RecordOption = { _id: string; name: string; kind: string }
const toRecordOptions = ({
  products = [],
  orders = [],
  customers = [],
  categories = [],
}: SearchResults): RecordOption[] => [
  ...products.map(({ _id, title }) => ({ _id, name: title, kind: 'product' })),
  ...orders.map(({ _id, number }) => ({ _id, name: number, kind: 'order' })),
  ...customers.map(({ _id, name, email, phone }) => ({
    _id,
    name: name || email || phone,
    kind: 'customer',
  })),
  ...categories.map(({ _id, name }) => ({ _id, name, kind: 'category' })),
]

/** Searches existing records. Entries of a deleted record link to a filter for it instead. */
function RecordPicker({ onPick }: { onPick: (record: RecordOption) => void }) {
  const { t } = useTranslation()
  const { formatEntity } = useAuditLabels()
  const [q, setQ] = useState('')
  const search = useQuery({
    ...queryOptionsFor(searchApi.find, { query: { q } }),
    enabled: q.trim() !== '',
  })
  return (
    <SearchSelect
      label={t('audit.filter.record')}
      placeholder={t('audit.filter.searchRecords')}
      results={q.trim() ? search.data && toRecordOptions(search.data) : []}
      onSearch={setQ}
      onSelect={onPick}
      isInPopover
      renderItem={record => (
        <span>
          <bdi>{record.name}</bdi> · {formatEntity(record.kind)}
        </span>
      )}
    />
  )
}
