import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuditAction, type AuditEntry, type AuditSummary } from '#contract/audit.ts'
import { type SearchResults, searchApi } from '#contract/search.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import type { Filter } from '../list/list-filters.tsx'
import { SearchPick } from '../ui/form/search-pick.tsx'
import { useAuditWords } from './audit-words.tsx'

const dayMs = 86_400_000
/** Days of this browser's calendar, as the entries are grouped. */
const dayOf = (at: number) => {
  const d = new Date(at)
  return `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, '0')}-${String(d.getDate()).padStart(2, '0')}`
}
const startOf = (day: string) => new Date(`${day}T00:00:00`).getTime()

/** By person, record, kind, action and day. */
export function useAuditFilters(
  facts: AuditSummary | undefined,
  shown: readonly AuditEntry[],
): Filter[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind } = useAuditWords()
  const [picked, setPicked] = useState<{ _id: string; name: string }>()
  const sayRecord = (id: unknown) =>
    (picked?._id === id
      ? picked?.name
      : shown.find(({ record }) => record._id === id)?.record.name) ||
    t('audit.filter.chosenRecord')
  return [
    {
      key: 'person',
      label: t('audit.filter.person'),
      single: true,
      options: (facts?.people ?? []).map(({ _id, name, email }) => ({
        value: _id,
        label: name || email,
      })),
    },
    {
      key: 'record',
      label: t('audit.filter.record'),
      say: id => (id ? sayRecord(id) : ''),
      render: (_value, onChange) => (
        <RecordPick
          onPick={thing => {
            setPicked(thing)
            onChange(thing._id)
          }}
        />
      ),
    },
    {
      key: 'entity',
      label: t('audit.filter.entity'),
      single: true,
      options: (facts?.entities ?? [])
        .map(value => ({ value, label: kind(value) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, format.locale)),
    },
    {
      key: 'action',
      label: t('audit.filter.action'),
      options: AuditAction.options.map(value => ({ value, label: t(`audit.done.${value}`) })),
    },
    {
      key: 'from',
      label: t('audit.filter.from'),
      say: at => (at ? format.date(String(at)) : ''),
      render: (at, onChange) => (
        <DayField
          label={t('audit.filter.from')}
          day={at ? dayOf(Date.parse(String(at))) : ''}
          onChange={day => onChange(day && new Date(startOf(day)).toISOString())}
        />
      ),
    },
    // Sent as the beginning of the day after, which is left out.
    {
      key: 'until',
      label: t('audit.filter.until'),
      say: at => (at ? format.date(new Date(Date.parse(String(at)) - 1)) : ''),
      render: (at, onChange) => (
        <DayField
          label={t('audit.filter.until')}
          day={at ? dayOf(Date.parse(String(at)) - 1) : ''}
          onChange={day =>
            onChange(day && new Date(startOf(dayOf(startOf(day) + 1.5 * dayMs))).toISOString())
          }
        />
      ),
    },
  ]
}

function DayField({
  label,
  day,
  onChange,
}: {
  label: string
  day: string
  onChange: (day: string) => void
}) {
  return (
    <TextInput
      type="date"
      size="xs"
      label={label}
      value={day}
      max={dayOf(Date.now())}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

type Thing = { _id: string; name: string; kind: string }
const thingsIn = ({
  products = [],
  orders = [],
  customers = [],
  categories = [],
}: SearchResults): Thing[] => [
  ...products.map(({ _id, title }) => ({ _id, name: title, kind: 'product' })),
  ...orders.map(({ _id, number }) => ({ _id, name: number, kind: 'order' })),
  ...customers.map(({ _id, name, email, phone }) => ({
    _id,
    name: name || email || phone,
    kind: 'customer',
  })),
  ...categories.map(({ _id, name }) => ({ _id, name, kind: 'category' })),
]

/** Finds what there is; what is gone is reached from one of its entries. */
function RecordPick({ onPick }: { onPick: (thing: Thing) => void }) {
  const { t } = useTranslation()
  const { kind } = useAuditWords()
  const [q, setQ] = useState('')
  const search = useQuery({
    ...queryOf(searchApi.find, { query: { q } }),
    enabled: q.trim() !== '',
  })
  return (
    <SearchPick
      label={t('audit.filter.record')}
      placeholder={t('audit.filter.findRecord')}
      found={q.trim() ? search.data && thingsIn(search.data) : []}
      onSearch={setQ}
      onPick={onPick}
      draw={thing => (
        <span>
          <bdi>{thing.name}</bdi> · {kind(thing.kind)}
        </span>
      )}
    />
  )
}
