import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import {
  type OrderChange,
  type OrderChangePreview,
  orderChangeApi,
} from '#contract/order/order-change.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { ApiError } from '../../lib/call/request.ts'
import { listFieldErrors, translateFieldError } from '../../lib/field-errors.ts'
import type { ContractForm } from '../../lib/use-contract-form.ts'

export type PreviewedChange = {
  form: Pick<ContractForm<Record<string, unknown>>, 'isSaving' | 'isSaved'>
  order: Order
  /** Undefined while the form has errors. */
  change: OrderChange | undefined
  /** The errors of the form. */
  error?: z.ZodError | undefined
}
/** The effect of a change, or the reason why it can't be made. Neither while the preview loads. */
export type ChangeEffect = {
  preview: OrderChangePreview | undefined
  obstacle: string | undefined
}

/** Returns the effect that the change of a form has on the displayed order. */
export function useChangePreview({ form, order, change, error }: PreviewedChange): ChangeEffect {
  const { t } = useTranslation()
  const { _id: id, version } = order
  const [debouncedChange] = useDebouncedValue(change, 200)
  const query = useQuery({
    ...(debouncedChange
      ? queryOptionsFor(orderChangeApi.previewChange, {
          params: { id },
          body: { version, change: debouncedChange },
        })
      : { queryKey: ['order', 'previewChange'], queryFn: skipToken }),
    // The order that is saved is newer than the change, which can't be made twice.
    enabled: debouncedChange !== undefined && !form.isSaving && !form.isSaved,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!change)
    return {
      preview: undefined,
      obstacle: describeFormError(error) ?? t('order.change.incomplete'),
    }
  if (!debouncedChange) return { preview: undefined, obstacle: undefined }
  if (!query.isError) return { preview: query.data, obstacle: undefined }
  return {
    preview: undefined,
    obstacle:
      query.error instanceof ApiError ? query.error.problem.message : t('order.change.incomplete'),
  }
}

/** Returns the message of a rule about the whole change. Other messages need the name of their field. */
function describeFormError(error: z.ZodError | undefined): string | undefined {
  const issues = error?.issues.filter(({ code }) => code === 'custom') ?? []
  const fieldError = Object.values(listFieldErrors(issues))[0]
  return fieldError && translateFieldError(fieldError)
}
