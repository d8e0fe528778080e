import type { z } from 'zod'
import type { OrderEdit } from '#contract/order/order-input.ts'
import { ChangePreview } from './order-change-summary.tsx'
import type { PreviewedChange } from './use-change-preview.ts'

/** Previews other details of an order, whose taxes can follow. */
export function DetailsPreview({
  form,
  order,
  parsed,
}: Pick<PreviewedChange, 'form' | 'order'> & {
  parsed: z.ZodSafeParseResult<z.output<typeof OrderEdit>>
}) {
  const { version: _, ...details } = parsed.data ?? {}
  return (
    <ChangePreview
      form={form}
      order={order}
      change={parsed.data && { kind: 'editDetails', ...details }}
      error={parsed.error}
    />
  )
}
