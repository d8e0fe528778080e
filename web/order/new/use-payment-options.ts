import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { PaymentInput } from '#contract/order/order-input.ts'
import { paymentMethods } from '#contract/order/order-state.ts'
import { type PaymentKind, paymentMethodApi } from '#contract/payment/payment-method.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'

type RecordedPaymentMethod = z.infer<typeof PaymentInput>['method']
const methodByKind: Record<PaymentKind, RecordedPaymentMethod> = {
  cash_on_delivery: 'cod',
  bank_transfer: 'bank',
  cash_at_pickup: 'cash',
  other: 'other',
  stripe: 'card',
  mollie: 'card',
}

/** Returns the payment methods for a select: those of the store first, with their names. */
export function usePaymentOptions(): { value: RecordedPaymentMethod; label: string }[] {
  const { t } = useTranslation()
  const { data = [] } = useQuery({
    ...queryOptionsFor(paymentMethodApi.list, {}),
    staleTime: 60_000,
  })
  const enabledMethods = data.filter(({ enabled }) => enabled)
  const listMethodNames = (method: RecordedPaymentMethod) =>
    enabledMethods.flatMap(({ kind, name }) => (methodByKind[kind] === method ? [name] : []))
  return [
    ...new Set([...enabledMethods.map(({ kind }) => methodByKind[kind]), ...paymentMethods]),
  ].map(value => {
    const [name, ...others] = listMethodNames(value)
    return {
      value,
      label: name !== undefined && others.length === 0 ? name : t(`order.method.${value}`),
    }
  })
}
