import { NumberInput } from '@mantine/core'
import { getMinorUnitDigits } from '#contract/lib/money.ts'
import { useFormat } from '../lib/format.ts'

type Props = { label: string; currency: string; value: unknown; onChange: (value: unknown) => void }

/** A filter's price; apart from the list, which comes sooner without it. */
export function PriceInput({ label, currency, value, onChange }: Props) {
  const digits = getMinorUnitDigits(currency)
  const { decimalMark } = useFormat()
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
      onChange={typed =>
        onChange(typed === '' ? undefined : Math.round(Number(typed) * 10 ** digits))
      }
    />
  )
}
