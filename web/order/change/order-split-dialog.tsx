import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi, SplitParcel } from '#contract/order/order-change.ts'
import type { Fulfillment } from '#contract/order/order-part.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import css from './order-change.module.css'
import { ChangePreview } from './order-change-summary.tsx'
import { OrderUnitsRow } from './order-units-row.tsx'
import { hasUnits, unitsMissing } from './units-rule.ts'
import { useOrderMutation } from './use-order-mutation.ts'

const SplitForm = z.object({ change: SplitParcel }).refine(hasUnits, unitsMissing)

/** Moves units of a packed parcel into a new one. */
export function OrderSplitDialog({
  order,
  parcel,
  onClose,
}: {
  order: Order
  parcel: Fulfillment
  onClose: () => void
}) {
  const { t } = useTranslation()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const form = useContractForm(SplitForm, {
    values: {
      change: {
        kind: 'splitParcel',
        parcel: parcel._id,
        lines: parcel.lines.map(({ line }) => ({ line, quantity: 0 })),
      },
    },
    onSave: async body => {
      await send.mutateAsync({
        params: { id: order._id },
        body: { ...body, version: order.version },
      })
      onClose()
    },
  })
  const parsed = SplitForm.safeParse(form.values)
  return (
    <ModalForm
      form={form}
      title={t('parcel.splitTitle', { number: parcel.number })}
      saveLabel={t('parcel.split')}
      onClose={onClose}
    >
      <div>{t('parcel.splitHint')}</div>
      <div className={css.lines}>
        {parcel.lines.map((packed, index) => {
          const line = order.lines.find(({ _id }) => _id === packed.line)
          return (
            line && (
              <OrderUnitsRow
                key={line._id}
                form={form}
                name={`change.lines.${index}.quantity`}
                line={line}
                max={packed.quantity}
                maxLabel={t('parcel.packed', { count: packed.quantity })}
              />
            )
          )
        })}
      </div>
      <ChangePreview form={form} order={order} change={parsed.data?.change} error={parsed.error} />
    </ModalForm>
  )
}
