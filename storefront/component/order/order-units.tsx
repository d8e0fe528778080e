import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'

type Props = {
  lines: StorefrontOrder['lines']
  unit: { line: string; quantity: number }
}

/** Units of a line with its product and variant, such as "2 × Vase · Blue". */
export function OrderUnits({ lines, unit: { line, quantity } }: Props) {
  const { title, variantTitle } = lines.find(({ _id }) => _id === line) ?? {}
  return `${quantity} × ${[title, variantTitle].filter(Boolean).join(' · ')}`
}
