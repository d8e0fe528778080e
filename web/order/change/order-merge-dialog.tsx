import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { MergeParcels, orderChangeApi } from '#contract/order/order-change.ts'
import type { Fulfillment } from '#contract/order/order-part.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField } from '../../ui/field/choice-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { ChangePreview } from './order-change-summary.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

const MergeForm = z.object({ change: MergeParcels })

/** Moves all units of a packed parcel into another one. */
export function OrderMergeDialog({
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
  const targets = listMergeTargets(order, parcel._id)
  const form = useContractForm(MergeForm, {
    values: {
      change: { kind: 'mergeParcels', parcel: parcel._id, into: targets[0]?._id ?? '' },
    },
    onSave: async body => {
      await send.mutateAsync({
        params: { id: order._id },
        body: { ...body, version: order.version },
      })
      onClose()
    },
  })
  const parsed = MergeForm.safeParse(form.values)
  return (
    <ModalForm
      form={form}
      title={t('parcel.mergeTitle', { number: parcel.number })}
      saveLabel={t('parcel.merge')}
      onClose={onClose}
    >
      <SelectField
        form={form}
        name="change.into"
        label={t('parcel.mergeTarget')}
        options={targets.map(({ _id, number }) => ({ value: _id, label: number }))}
      />
      <ChangePreview form={form} order={order} change={parsed.data?.change} error={parsed.error} />
    </ModalForm>
  )
}

/** Returns the packed parcels with which a packed parcel can be merged. */
export const listMergeTargets = ({ fulfillments }: Pick<Order, 'fulfillments'>, parcel: string) =>
  fulfillments.filter(({ _id, status }) => status === 'packed' && _id !== parcel)
