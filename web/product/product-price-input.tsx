import { NumberInput } from '@mantine/core'
import { getMinorUnitDigits } from '#contract/lib/money.ts'
import { useFormatters } from '../lib/formatters.ts'

type Props = { label: string; currency: string; value: unknown; onChange: (value: unknown) => void }

/** The input of a price filter. Separate from the list, which loads faster without it. */
export function PriceInput({ label, currency, value, onChange }: Props) {
  const digits = getMinorUnitDigits(currency)
  const { decimalMark } = useFormatters()
  return (
    <NumberInput
      size="xs"
      label={label}
      autoFocus
      decimalScale={digits}
      decimalSeparator={decimalMark}
      min={0}
      hideControls
      suffix={` ${currency}`}
      value={value === undefined ? '' : Number(value) / 10 ** digits}
      onChange={input =>
        onChange(input === '' ? undefined : Math.round(Number(input) * 10 ** digits))
      }
    />
  )
}
