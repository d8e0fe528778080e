import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { toGrams, type WeightUnit } from '#contract/lib/weight.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { type FieldProps, getFieldInput } from './form-field.ts'
import { parseAmount } from './parse-amount.ts'

/** Returns the grams of a weight that a user typed, or null without digits. Most weights in grams are whole. */
export function parseGrams(text: string, unit: WeightUnit, decimalMark: string): number | null {
  const weight = parseAmount(text, unit === 'g' ? undefined : decimalMark)
  return weight === undefined ? null : toGrams(weight, unit)
}

/**
 * Edits a weight in the unit of the store. Its value is in grams, and `null` if the field is empty. While the
 * user types, the field keeps the text; then it shows how the text was understood.
 */
export function WeightField<V extends Record<string, unknown>>({
  unit,
  ...props
}: FieldProps<V> & { unit: WeightUnit }) {
  const { decimalMark, weight, weightNumber } = useFormatters()
  const { inputProps, value, setValue } = getFieldInput(props, {
    formatLimit: grams => weight(grams, unit),
  })
  const [typed, setTyped] = useState<{ text: string; value: number | null }>()
  const formatted = typeof value === 'number' ? weightNumber(value, unit) : ''
  return (
    <TextInput
      {...inputProps}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span className="sw-dimmed">{unit}</span>}
      rightSectionPointerEvents="none"
      classNames={{ input: 'sw-numbers' }}
      // Another value, for example after a reset of the form, replaces the text.
      value={typed && typed.value === value ? typed.text : formatted}
      onChange={({ currentTarget: { value: text } }) => {
        const next = parseGrams(text, unit, decimalMark)
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
