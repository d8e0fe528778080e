import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type Order, orderApi } from '#contract/order/order.ts'
import { Tracking } from '#contract/order/order-input.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { OrderTrackingFields } from './order-tracking-fields.tsx'

const TrackingFormSchema = z.object({ tracking: Tracking })

export function OrderTrackingDialog({
  order,
  fulfillment,
  onClose,
}: {
  order: Order
  fulfillment: Order['fulfillments'][number]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const send = useRouteMutation(orderApi.updateTracking)
  const form = useContractForm(TrackingFormSchema, {
    values: {
      tracking: {
        carrier: fulfillment.carrier,
        number: fulfillment.trackingNumber,
        url: fulfillment.trackingUrl,
      },
    },
    onSave: async ({ tracking }) => {
      // An empty URL lets the server derive it from the carrier and the new number.
      const url =
        tracking.url === fulfillment.trackingUrl && tracking.number !== fulfillment.trackingNumber
          ? ''
          : tracking.url
      await send.mutateAsync({
        params: { id: order._id },
        body: { fulfillment: fulfillment._id, tracking: { ...tracking, url } },
      })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('order.tracking.title', { number: fulfillment.number })}
      saveLabel={t('ui.form.save')}
      onClose={onClose}
    >
      <OrderTrackingFields
        form={form}
        tracking={form.values.tracking}
        getFieldName={part => `tracking.${part}`}
      />
    </ModalForm>
  )
}
