import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/order/order.ts'
import { type OrderChange, orderChangeApi } from '#contract/order/order-change.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'

/** Returns the preview of a change of the displayed order, or undefined if it can't be made. */
export function useChangePreview({ _id: id, version }: Order, change: OrderChange | undefined) {
  const [debouncedChange] = useDebouncedValue(change, 200)
  const preview = useQuery({
    ...(debouncedChange
      ? queryOptionsFor(orderChangeApi.previewChange, {
          params: { id },
          body: { version, change: debouncedChange },
        })
      : { queryKey: ['order', 'previewChange'], queryFn: skipToken }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return debouncedChange === undefined || preview.isError ? undefined : preview.data
}
