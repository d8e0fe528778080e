import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi, UpdateParcel } from '#contract/order/order-change.ts'
import type { Fulfillment } from '#contract/order/order-part.ts'
import type { FulfillmentState } from '#contract/order/order-state.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { SwitchField } from '../../ui/field/choice-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { useParcelLabel } from '../file/use-parcel-label.ts'
import { EmailChoice } from './email-choice.tsx'
import { ChangePreview } from './order-change-summary.tsx'
import { UnpaidParcelAlert } from './unpaid-parcel-alert.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

const ParcelStatusForm = z.object({ change: UpdateParcel })

/** Returns the name of a change of status, which can depend on the current status of the parcel. */
export function getParcelVerb(
  from: FulfillmentState,
  to: FulfillmentState,
): FulfillmentState | 'restored' | 'inTransit' {
  if (to === 'packed' && from === 'cancelled') return 'restored'
  return to === 'shipped' && from !== 'packed' ? 'inTransit' : to
}

/** Shows the effect of a new status of a parcel, and asks whether the customer gets an email. */
export function ParcelStatusDialog({
  order,
  parcel,
  target,
  onClose,
}: {
  order: Order
  parcel: Fulfillment
  target: FulfillmentState
  onClose: () => void
}) {
  const { t } = useTranslation()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const label = useParcelLabel(order._id, parcel._id)
  // Undoing a delivery that was recorded by mistake sends no email.
  const hasEmail =
    target === 'delivered' ||
    target === 'lost' ||
    (target === 'shipped' && parcel.status === 'packed') ||
    (target === 'cancelled' && parcel.status === 'shipped')
  const form = useContractForm(ParcelStatusForm, {
    values: {
      change: {
        kind: 'updateParcel',
        parcel: parcel._id,
        status: target,
        isNotified: hasEmail,
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
  const verb = getParcelVerb(parcel.status, target)
  const parsed = ParcelStatusForm.safeParse(form.values)
  return (
    <ModalForm
      form={form}
      title={t('order.transition.title', {
        verb: t(`parcel.to.${verb}`),
        number: parcel.number,
      })}
      saveLabel={t(`parcel.to.${verb}`)}
      isDangerous={target === 'cancelled'}
      closeLabel={target === 'cancelled' ? t('parcel.keep') : undefined}
      onClose={onClose}
    >
      {target === 'shipped' && <UnpaidParcelAlert order={order} />}
      <Text size="sm">{t(`parcel.effect.${verb}`)}</Text>
      {target === 'cancelled' && label && <Text size="sm">{t('parcel.cancelsLabel')}</Text>}
      {hasEmail && (
        <EmailChoice sendsEmails={order.sendsEmails}>
          <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
        </EmailChoice>
      )}
      <ChangePreview form={form} order={order} change={parsed.data?.change} error={parsed.error} />
    </ModalForm>
  )
}
