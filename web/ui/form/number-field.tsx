import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { getMinorUnitDigits } from '#contract/lib/money.ts'
import { useFormat } from '../../lib/format.ts'
import { type FieldProps, inputOf } from './form-field.ts'

type Numeric = {
  min?: number
  max?: number
  step?: number /** Digits after the point; none unless said. */
  digits?: number
  suffix?: string
  leftSection?: ReactNode
  size?: 'xs' | 'sm'
}

/** An empty field is `null`. */
export function NumberField<V extends Record<string, unknown>>({
  min,
  max,
  step,
  digits = 0,
  suffix,
  leftSection,
  size,
  ...props
}: FieldProps<V> & Numeric) {
  const { words, value, change } = inputOf(props)
  const { decimalMark } = useFormat()
  return (
    <NumberInput
      {...words}
      {...{ min, max, step, suffix, leftSection, size }}
      decimalScale={digits}
      decimalSeparator={decimalMark}
      clampBehavior="none"
      hideControls
      classNames={{ input: 'sw-numbers' }}
      value={typeof value === 'number' ? value : ''}
      onChange={next => change(next === '' ? null : Number(next))}
    />
  )
}

/** Minor units in and out: the person types 19.99, the form holds 1999. An empty field is `null`. */
export function MoneyField<V extends Record<string, unknown>>({
  currency,
  size,
  ...props
}: FieldProps<V> & { currency: string; size?: 'xs' | 'sm' }) {
  const { words, value, change } = inputOf(props)
  const { symbol, group, point } = signsOf(useFormat().locale, currency)
  const digits = getMinorUnitDigits(currency)
  return (
    <NumberInput
      {...words}
      size={size}
      decimalScale={digits}
      fixedDecimalScale={digits > 0}
      thousandSeparator={group}
      decimalSeparator={point}
      hideControls
      allowNegative={false}
      leftSection={<span className="sw-dimmed">{symbol}</span>}
      leftSectionWidth={symbol.length > 1 ? 14 + symbol.length * 9 : 30}
      leftSectionPointerEvents="none"
      classNames={{ input: 'sw-numbers' }}
      value={typeof value === 'number' ? value / 10 ** digits : ''}
      onChange={next => change(next === '' ? null : Math.round(Number(next) * 10 ** digits))}
    />
  )
}

function signsOf(locale: string, currency: string) {
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 1,
  }).formatToParts(12345.5)
  const sign = (type: string, otherwise: string) =>
    parts.find(part => part.type === type)?.value ?? otherwise
  return {
    symbol: sign('currency', currency),
    group: sign('group', ','),
    point: sign('decimal', '.'),
  }
}
