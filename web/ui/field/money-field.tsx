import { TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  fromMinorUnits,
  getDecimalOptions,
  hasWholePrices,
  toMinorUnits,
} from '#contract/lib/money/money.ts'
import { getCurrencySign, useFormatters } from '../../lib/formatters.ts'
import { type FieldProps, getFieldInput } from './form-field.ts'
import { parseAmount } from './parse-amount.ts'

/**
 * Edits an amount in minor units: 19.99 is 1999. The value of an empty field is `null`. While the
 * user types, the field keeps the text; then it shows how the text was understood.
 */
export function MoneyField<V extends Record<string, unknown>>({
  currency,
  size,
  ...props
}: FieldProps<V> & { currency: string; size?: 'xs' | 'sm' }) {
  const { locale, decimalMark, number, money } = useFormatters()
  const { inputProps, value, setValue } = getFieldInput(props, {
    formatLimit: minorUnits => money(minorUnits, currency),
  })
  const [typed, setTyped] = useState<{ text: string; value: number | null }>()
  const sign = getCurrencySign(locale, currency)
  const formatted =
    typeof value === 'number'
      ? number(fromMinorUnits(value, currency), getDecimalOptions(currency))
      : ''
  return (
    <TextInput
      {...inputProps}
      size={size}
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span className="sw-dimmed">{sign}</span>}
      leftSectionWidth={sign.length > 1 ? 14 + sign.length * 9 : 30}
      leftSectionPointerEvents="none"
      classNames={{ input: 'sw-numbers' }}
      // Another value, for example after a reset of the form, replaces the text.
      value={typed && typed.value === value ? typed.text : formatted}
      onChange={({ currentTarget: { value: text } }) => {
        const amount = parseAmount(text, hasWholePrices(currency) ? undefined : decimalMark)
        const next = amount === undefined ? null : toMinorUnits(amount, currency)
        setTyped({ text: text.replace(/\p{L}/gu, ''), value: next })
        setValue(next)
      }}
      onBlur={event => {
        setTyped(undefined)
        inputProps.onBlur?.(event)
      }}
    />
  )
}
