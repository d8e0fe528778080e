import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormatters } from '../../lib/formatters.ts'
import { type FieldProps, getFieldInput } from './form-field.ts'
import { parseAmount } from './parse-amount.ts'

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

/**
 * Edits a number. The value of an empty field is `null`. A field for whole numbers keeps the decimals
 * that the user types, so that the form rejects them instead of changing the number.
 */
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
      placeholder={props.placeholder ?? suffix?.trim()}
      decimalScale={fractionDigits || undefined}
      decimalSeparator={decimalMark}
      clampBehavior="none"
      hideControls
      classNames={{ input: 'sw-numbers' }}
      value={typeof value === 'number' ? value : ''}
      onChange={next => setValue(fractionDigits > 0 ? toNumber(next) : toWholeNumber(next))}
    />
  )
}

const toNumber = (input: string | number) => (input === '' ? null : Number(input))

/** Reads "1.000" as a thousand: the point groups digits where the decimal mark is a comma. */
const toWholeNumber = (input: string | number) => parseAmount(String(input)) ?? null
