import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toast } from '../lib/page/toast.ts'
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx'
import { useOrderMutation } from './change/use-order-mutation.ts'
import { getOrderMoney } from './order-money.ts'

type Payment = Order['payments'][number]

/** Returns whether a payment was recorded manually and the other payments cover the refunds of the order. */
export const canVoidPayment = (order: Order, { kind, method, provider, amount }: Payment) =>
  kind === 'payment' &&
  provider === '' &&
  method !== 'exchange' &&
  amount <= getOrderMoney(order).netPaid

/** Deletes a payment that was recorded by mistake, after a confirmation. */
export function VoidPaymentButton({ order, payment }: { order: Order; payment: Payment }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const change = { kind: 'voidPayment', payment: payment._id } as const
  return (
    <ConfirmButton
      variant="subtle"
      color="gray"
      size="compact-sm"
      label={t('order.money.void')}
      title={t('order.money.voidTitle', { amount: format.money(payment.amount, order.currency) })}
      closeLabel={t('order.money.keep')}
      isBusy={send.isPending}
      onConfirm={close =>
        send.mutate(
          { params: { id: order._id }, body: { version: order.version, change } },
          { onSettled: close, onError: error => toast.errorUnlessHandled(error) },
        )
      }
    >
      {t('order.money.voidText')}
    </ConfirmButton>
  )
}
