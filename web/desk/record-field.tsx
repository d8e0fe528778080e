import { CloseButton, Group, Input, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/desk/task.ts'
import { searchApi } from '#contract/store/search.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { SearchSelect } from '../ui/field/search-select.tsx'
import { findRecordPath, RecordLink } from './record-link.tsx'

type RecordIds = Pick<Task, 'orderId' | 'productId' | 'customerId'>
export const noRecord: RecordIds = { orderId: null, productId: null, customerId: null }

type Props = {
  value: RecordIds
  /** The name of the saved record. */
  name: string
  onChange: (value: RecordIds) => void
  errors: Partial<Record<string, ReactNode>>
}

/** The order, product or customer that a task or an event is about, chosen by a search. */
export function RecordField({ value, name, onChange, errors }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<{ id: string; name: string }>()
  const id = value.orderId ?? value.productId ?? value.customerId
  return (
    <Input.Wrapper
      label={t('desk.record')}
      labelElement="div"
      error={errors['orderId'] ?? errors['productId'] ?? errors['customerId']}
    >
      {id ? (
        <Group gap="xs" wrap="nowrap">
          <RecordLink
            path={findRecordPath(value)}
            name={(chosen?.id === id ? chosen.name : name) || t('desk.hiddenRecord')}
          />
          <CloseButton
            size="sm"
            aria-label={t('desk.removeRecord')}
            onClick={() => onChange(noRecord)}
          />
        </Group>
      ) : (
        <RecordSearch
          onSelect={result => {
            setChosen({ id: result._id, name: result.name })
            onChange({ ...noRecord, [result.key]: result._id })
          }}
        />
      )}
    </Input.Wrapper>
  )
}

type FoundRecord = { _id: string; key: keyof RecordIds; name: string; details: string }

function RecordSearch({ onSelect }: { onSelect: (record: FoundRecord) => void }) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const { data } = useQuery({
    ...queryOptionsFor(searchApi.find, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const { orders = [], products = [], customers = [] } = data ?? {}
  const found: FoundRecord[] = [
    ...orders.map(({ _id, number, customerName, customerEmail }) => ({
      ...{ _id, key: 'orderId' as const, name: number },
      details: customerName || customerEmail,
    })),
    ...customers.map(({ _id, name, email, phone }) => ({
      ...{ _id, key: 'customerId' as const, name: name || email || phone },
      details: name ? email : '',
    })),
    ...products.map(({ _id, title, sku }) => ({
      ...{ _id, key: 'productId' as const, name: title },
      details: sku,
    })),
  ]
  return (
    <SearchSelect
      label={t('desk.record')}
      placeholder={t('desk.searchRecord')}
      results={q === '' ? [] : data && found}
      onSearch={text => setQ(text.trim())}
      onSelect={onSelect}
      renderItem={({ name, details }) => (
        <>
          <Text size="sm" truncate dir="auto">
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate dir="auto">
            {details}
          </Text>
        </>
      )}
    />
  )
}
