import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type Order, orderApi } from '#contract/order.ts'
import { Tracking } from '#contract/order-input.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ModalForm } from '../ui/form/modal-form.tsx'
import { OrderTrackingFields } from './order-tracking-fields.tsx'

const TrackingFormSchema = z.object({ tracking: Tracking })

export function OrderTrackingDialog({
  order,
  parcel,
  onClose,
}: {
  order: Order
  parcel: Order['fulfillments'][number]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const send = useRouteMutation(orderApi.updateTracking)
  const form = useContractForm(TrackingFormSchema, {
    values: {
      tracking: { carrier: parcel.carrier, number: parcel.trackingNumber, url: parcel.trackingUrl },
    },
    onSave: async ({ tracking }) => {
      // The link that a carrier's name made is made anew, unless somebody wrote one.
      const url =
        tracking.url === parcel.trackingUrl && tracking.number !== parcel.trackingNumber
          ? ''
          : tracking.url
      await send.mutateAsync({
        params: { id: order._id },
        body: { fulfillment: parcel._id, tracking: { ...tracking, url } },
      })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('order.tracking.title', { number: parcel.number })}
      saveLabel={t('ui.form.save')}
      onClose={onClose}
    >
      <OrderTrackingFields form={form} getFieldName={part => `tracking.${part}`} />
    </ModalForm>
  )
}
