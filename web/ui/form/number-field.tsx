import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { getMinorUnitDigits } from '#contract/lib/money.ts'
import { getCurrencySign, useFormatters } from '../../lib/formatters.ts'
import { type FieldProps, getFieldInput } from './form-field.ts'

type NumberFieldOptions = {
  min?: number
  max?: number
  step?: number
  /** Digits after the decimal point. The default is 0. */
  fractionDigits?: number
  suffix?: string
  leftSection?: ReactNode
  size?: 'xs' | 'sm'
}

/** Edits a number. The value of an empty field is `null`. */
export function NumberField<V extends Record<string, unknown>>({
  min,
  max,
  step,
  fractionDigits = 0,
  suffix,
  leftSection,
  size,
  ...props
}: FieldProps<V> & NumberFieldOptions) {
  const { inputProps, value, setValue } = getFieldInput(props)
  const { decimalMark } = useFormatters()
  return (
    <NumberInput
      {...inputProps}
      {...{ min, max, step, suffix, leftSection, size }}
      decimalScale={fractionDigits}
      decimalSeparator={decimalMark}
      clampBehavior="none"
      hideControls
      classNames={{ input: 'sw-numbers' }}
      value={typeof value === 'number' ? value : ''}
      onChange={next => setValue(next === '' ? null : Number(next))}
    />
  )
}

/** Edits an amount in minor units: 19.99 is 1999. The value of an empty field is `null`. */
export function MoneyField<V extends Record<string, unknown>>({
  currency,
  size,
  ...props
}: FieldProps<V> & { currency: string; size?: 'xs' | 'sm' }) {
  const { inputProps, value, setValue } = getFieldInput(props)
  const { symbol, group, point } = getMoneySymbols(useFormatters().locale, currency)
  const fractionDigits = getMinorUnitDigits(currency)
  return (
    <NumberInput
      {...inputProps}
      size={size}
      decimalScale={fractionDigits}
      fixedDecimalScale={fractionDigits > 0}
      thousandSeparator={group}
      decimalSeparator={point}
      hideControls
      leftSection={<span className="sw-dimmed">{symbol}</span>}
      leftSectionWidth={symbol.length > 1 ? 14 + symbol.length * 9 : 30}
      leftSectionPointerEvents="none"
      classNames={{ input: 'sw-numbers' }}
      value={typeof value === 'number' ? value / 10 ** fractionDigits : ''}
      onChange={next =>
        setValue(next === '' ? null : Math.round(Number(next) * 10 ** fractionDigits))
      }
    />
  )
}

function getMoneySymbols(locale: string, currency: string) {
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: 1,
  }).formatToParts(12345.5)
  const findPart = (type: string, fallback: string) =>
    parts.find(part => part.type === type)?.value ?? fallback
  return {
    symbol: getCurrencySign(locale, currency),
    group: findPart('group', ','),
    point: findPart('decimal', '.'),
  }
}
