import { issue } from '#contract/lib/error/issue.ts'
import type { LineUnits } from '#contract/order/order-input.ts'

type UnitsForm = {
  change: { lines?: readonly Pick<LineUnits, 'quantity'>[] | undefined }
}

/** Returns whether the change of a form affects at least one unit. */
export const hasUnits = ({ change }: UnitsForm): boolean =>
  change.lines?.some(({ quantity }) => quantity > 0) ?? true

/** The error of a form without units, at its first quantity. */
export const unitsMissing: ReturnType<typeof issue> & { path: PropertyKey[] } = {
  ...issue('units_missing'),
  path: ['change', 'lines', 0, 'quantity'],
}
