import { NumberInput } from '@mantine/core'
import { fromMinorUnits, getMinorUnitDigits, toMinorUnits } from '#contract/lib/money/money.ts'
import { useFormatters } from '../lib/formatters.ts'

type Props = { label: string; currency: string; value: unknown; onChange: (value: unknown) => void }

/** The input of a price filter. Separate from the list, which loads faster without it. */
export function PriceInput({ label, currency, value, onChange }: Props) {
  const { decimalMark } = useFormatters()
  return (
    <NumberInput
      size="xs"
      label={label}
      autoFocus
      decimalScale={getMinorUnitDigits(currency)}
      decimalSeparator={decimalMark}
      min={0}
      hideControls
      suffix={` ${currency}`}
      placeholder={currency}
      value={value === undefined ? '' : fromMinorUnits(Number(value), currency)}
      onChange={input => onChange(input === '' ? undefined : toMinorUnits(Number(input), currency))}
    />
  )
}
