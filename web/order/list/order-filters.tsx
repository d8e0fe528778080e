import { NumberInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fromMinorUnits, getMinorUnitDigits, toMinorUnits } from '#contract/lib/money/money.ts'
import type { OrderListQuery } from '#contract/order/order-filter.ts'
import {
  archivedFilters,
  cancelReasons,
  FulfillmentStatus,
  OrderStatus,
  openReturnStatuses,
  orderSources,
  PaymentStatus,
  returnProgressFilters,
} from '#contract/order/order-state.ts'
import { listCountries } from '../../lib/country-list.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { useHasPermission } from '../../lib/session/session.ts'
import { useCurrency } from '../../lib/session/use-current-store.ts'
import { toOptions } from '../../lib/to-options.ts'
import type { ListFilter } from '../../list/list-filters.tsx'
import { TextFilterInput } from '../../list/text-filter-input.tsx'
import { DayInput } from '../../ui/date/day-input.tsx'
import { hintKinds } from './order-marks.tsx'
import { useRecordFilters } from './order-record-filters.tsx'

export function useOrderFilters(query: Pick<OrderListQuery, 'customer' | 'product'>): ListFilter[] {
  const { t } = useTranslation()
  return [
    ...useStatusFilters(),
    ...useDayFilters(),
    ...useTotalFilters(),
    ...useRecordFilters(query),
    ...useTextFilters(),
    ...useCountryFilter(),
    {
      key: 'source',
      label: t('order.filter.source'),
      isSingleChoice: true,
      options: toOptions(orderSources, value => t(`order.source.${value}`)),
    },
    ...useHintFilter(),
    {
      key: 'archived',
      label: t('order.archive.filter'),
      isSingleChoice: true,
      options: toOptions(archivedFilters, value => t(`order.archive.${value}`)),
    },
  ]
}

/** Users who cannot see customers get no hints. */
function useHintFilter(): ListFilter[] {
  const { t } = useTranslation()
  const canSeeCustomers = useHasPermission()('customer:read')
  if (!canSeeCustomers) return []
  const options = hintKinds.map(({ field, text }) => ({
    value: field,
    label: t(`order.hint.mark.${text}`),
  }))
  return [{ key: 'hint', label: t('order.filter.hint'), isSingleChoice: true, options }]
}

function useStatusFilters(): ListFilter[] {
  const { t } = useTranslation()
  return [
    {
      key: 'status',
      label: t('order.list.status'),
      options: toOptions(OrderStatus.options, value => t(`ui.orderStatus.${value}`)),
    },
    {
      key: 'paymentStatus',
      label: t('order.list.payment'),
      options: toOptions(PaymentStatus.options, value => t(`ui.paymentStatus.${value}`)),
    },
    {
      key: 'fulfillmentStatus',
      label: t('order.list.fulfillment'),
      options: toOptions(FulfillmentStatus.options, value => t(`ui.fulfillmentStatus.${value}`)),
    },
    {
      key: 'returnStatus',
      label: t('order.filter.return'),
      options: toOptions(openReturnStatuses, value => t(`order.return.status.${value}`)),
    },
    {
      key: 'returnProgress',
      label: t('order.filter.returnProgress'),
      options: toOptions(returnProgressFilters, value => t(`ui.returnProgress.${value}`)),
    },
    {
      key: 'cancelReason',
      label: t('order.filter.cancelReason'),
      isSingleChoice: true,
      options: toOptions(cancelReasons, value => t(`order.reason.${value}`)),
    },
  ]
}

const textFilterKeys = [
  'tag',
  'sku',
  'shippingMethod',
  'carrier',
  'paymentMethod',
  'discountCode',
] as const

/** Returns the filters that compare a whole text. */
function useTextFilters(): ListFilter[] {
  const { t } = useTranslation()
  return textFilterKeys.map(key => ({
    key,
    label: t(`order.filter.${key}`),
    formatValue: String,
    render: (value, onChange) => (
      <TextFilterInput label={t(`order.filter.${key}`)} value={value} onChange={onChange} />
    ),
  }))
}

function useCountryFilter(): ListFilter[] {
  const { t } = useTranslation()
  const { locale } = useFormatters()
  const options = useMemo(() => listCountries(locale), [locale])
  return [
    { key: 'shippingCountry', label: t('order.filter.shippingCountry'), options },
    {
      key: 'hasNote',
      label: t('order.filter.hasNote'),
      isSingleChoice: true,
      options: toOptions(['true', 'false'] as const, value => t(`order.filter.note.${value}`)),
    },
  ]
}

/** Returns the filters for the first and the last day of the placement and of the shipping. */
function useDayFilters(): ListFilter[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return (['from', 'to', 'shipByFrom', 'shipByTo'] as const).map(key => ({
    key,
    label: t(`order.filter.${key}`),
    formatValue: value => format.day(String(value)),
    render: (value, onChange) => (
      <DayInput
        size="xs"
        data-autofocus
        label={t(`order.filter.${key}`)}
        value={typeof value === 'string' ? value : ''}
        onChange={day => onChange(day || undefined)}
      />
    ),
  }))
}

/** Returns the filters for the lowest and the highest total. */
function useTotalFilters(): ListFilter[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  return (['totalFrom', 'totalTo'] as const).map(key => ({
    key,
    label: t(`order.filter.${key}`),
    formatValue: value => format.money(Number(value), currency),
    render: (value, onChange) => (
      <NumberInput
        size="xs"
        data-autofocus
        label={t(`order.filter.${key}`)}
        decimalScale={getMinorUnitDigits(currency)}
        decimalSeparator={format.decimalMark}
        min={0}
        hideControls
        suffix={` ${currency}`}
        placeholder={currency}
        value={value === undefined ? '' : fromMinorUnits(Number(value), currency)}
        onChange={input =>
          onChange(input === '' ? undefined : toMinorUnits(Number(input), currency))
        }
      />
    ),
  }))
}
