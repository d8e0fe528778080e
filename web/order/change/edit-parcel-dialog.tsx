import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi, UpdateParcel } from '#contract/order/order-change.ts'
import type { Fulfillment } from '#contract/order/order-part.ts'
import { isNewTracking } from '#contract/store/tracking-number.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { SwitchField } from '../../ui/field/choice-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { EmailChoice } from './email-choice.tsx'
import { ChangePreview } from './order-change-summary.tsx'
import { OrderParcelFields } from './order-parcel-fields.tsx'
import { OrderTrackingFields } from './order-tracking-fields.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

const EditParcelForm = z.object({ change: UpdateParcel })

/** Edits the tracking and the other data of a parcel. */
export function EditParcelDialog({
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
  const { _id, carrier, trackingNumber, trackingUrl, service, box, weight, postage, note } = parcel
  const form = useContractForm(EditParcelForm, {
    values: {
      change: {
        kind: 'updateParcel',
        parcel: _id,
        tracking: { carrier, number: trackingNumber, url: trackingUrl },
        service,
        box,
        weight,
        postage,
        note,
        isNotified: true,
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
  const parsed = EditParcelForm.safeParse(form.values)
  return (
    <ModalForm
      form={form}
      title={t('parcel.editTitle', { number: parcel.number })}
      saveLabel={t('ui.form.save')}
      size="xl"
      onClose={onClose}
    >
      <OrderTrackingFields
        form={form}
        tracking={form.values.change.tracking}
        getFieldName={part => `change.tracking.${part}`}
      />
      <OrderParcelFields
        form={form}
        currency={order.currency}
        getFieldName={part => `change.${part}`}
      />
      {parcel.status === 'shipped' && isNewTracking(parcel, form.values.change.tracking ?? {}) && (
        <EmailChoice sendsEmails={order.sendsEmails}>
          <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
        </EmailChoice>
      )}
      <ChangePreview form={form} order={order} change={parsed.data?.change} error={parsed.error} />
    </ModalForm>
  )
}
