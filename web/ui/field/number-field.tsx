import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormatters } from '../../lib/formatters.ts'
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
