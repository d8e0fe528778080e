import { NumberInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { getMinorUnitDigits } from '#contract/lib/money.ts'
import { FulfillmentStatus, OrderStatus, orderSources, PaymentStatus } from '#contract/order.ts'
import { useFormat } from '../lib/format.ts'
import { useCurrency } from '../lib/session/use-store.ts'
import type { Filter } from '../list/list-filters.tsx'

export function useOrderFilters(): Filter[] {
  const { t } = useTranslation()
  const format = useFormat()
  const currency = useCurrency()
  const digits = getMinorUnitDigits(currency)
  const day = (key: 'from' | 'to'): Filter => ({
    key,
    label: t(`order.filter.${key}`),
    say: value => format.date(`${String(value)}T12:00`),
    render: (value, onChange) => (
      <TextInput
        type="date"
        size="xs"
        data-autofocus
        label={t(`order.filter.${key}`)}
        value={typeof value === 'string' ? value : ''}
        onChange={event => onChange(event.currentTarget.value || undefined)}
      />
    ),
  })
  const sum = (key: 'totalFrom' | 'totalTo'): Filter => ({
    key,
    label: t(`order.filter.${key}`),
    say: value => format.money(Number(value), currency),
    render: (value, onChange) => (
      <NumberInput
        size="xs"
        data-autofocus
        label={t(`order.filter.${key}`)}
        decimalScale={digits}
        decimalSeparator={format.decimalMark}
        min={0}
        hideControls
        suffix={` ${currency}`}
        value={value === undefined ? '' : Number(value) / 10 ** digits}
        onChange={typed =>
          onChange(typed === '' ? undefined : Math.round(Number(typed) * 10 ** digits))
        }
      />
    ),
  })
  return [
    {
      key: 'status',
      label: t('order.list.status'),
      options: OrderStatus.options.map(value => ({ value, label: t(`ui.order.${value}`) })),
    },
    {
      key: 'paymentStatus',
      label: t('order.list.payment'),
      options: PaymentStatus.options.map(value => ({ value, label: t(`ui.payment.${value}`) })),
    },
    {
      key: 'fulfillmentStatus',
      label: t('order.list.fulfillment'),
      options: FulfillmentStatus.options.map(value => ({
        value,
        label: t(`ui.fulfillment.${value}`),
      })),
    },
    day('from'),
    day('to'),
    sum('totalFrom'),
    sum('totalTo'),
    {
      key: 'source',
      label: t('order.filter.source'),
      single: true,
      options: orderSources.map(value => ({ value, label: t(`order.source.${value}`) })),
    },
  ]
}
