import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type PaymentInput, paymentMethods } from '#contract/order.ts'
import { type PaymentKind, paymentMethodApi } from '#contract/payment-method.ts'
import { queryOf } from '../lib/call/api.ts'

type Method = z.infer<typeof PaymentInput>['method']
const methodOf: Record<PaymentKind, Method> = {
  cash_on_delivery: 'cod',
  bank_transfer: 'bank',
  cash_at_pickup: 'cash',
  other: 'other',
}

/** How money may have come: the store's own ways first, by the names it gave them, then all others. */
export function usePaymentOptions(): { value: Method; label: string }[] {
  const { t } = useTranslation()
  const { data = [] } = useQuery({ ...queryOf(paymentMethodApi.list, {}), staleTime: 60_000 })
  const own = data.filter(({ enabled }) => enabled)
  const namesOf = (method: Method) =>
    own.flatMap(({ kind, name }) => (methodOf[kind] === method ? [name] : []))
  return [...new Set([...own.map(({ kind }) => methodOf[kind]), ...paymentMethods])].map(value => {
    const [name, ...others] = namesOf(value)
    return {
      value,
      label: name !== undefined && others.length === 0 ? name : t(`order.method.${value}`),
    }
  })
}
