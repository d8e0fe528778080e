import { Button, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { orderPaymentLinkApi } from '#contract/order/order-payment-link.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { FocusReturn } from '../../ui/dialog/focus-return.tsx'
import { SwitchField } from '../../ui/field/choice-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { CopyableText } from '../../ui/page/copyable-text.tsx'

type Props = { order: Order; onClose: () => void }

/** Returns whether an order has a payment link. */
export const hasPaymentLink = ({ status, balance }: Pick<Order, 'status' | 'balance'>) =>
  balance > 0 && status !== 'cancelled' && status !== 'returned'

/** Sends the payment link of an order to its customer, then shows it to be copied. */
export function OrderPaymentLinkDialog({ order, onClose }: Props) {
  const { t } = useTranslation()
  const send = useRouteMutation(orderPaymentLinkApi.sendPaymentLink)
  const { email } = order.customer
  const form = useContractForm(z.object({ sendEmail: z.boolean() }), {
    values: { sendEmail: email !== '' },
    onSave: ({ sendEmail }) =>
      send.mutateAsync({ params: { id: order._id }, body: { sendEmail, version: order.version } }),
  })
  const title = t('orderPaymentLink.title', { number: order.number })
  if (send.data)
    return (
      <Modal
        opened
        onClose={onClose}
        title={title}
        size="md"
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <FocusReturn />
        {send.data.isEmailSent && <Text>{t('orderPaymentLink.sent', { email })}</Text>}
        {send.data.url && (
          <>
            <Text my="sm">{t('orderPaymentLink.created')}</Text>
            <CopyableText text={send.data.url} label={t('orderPaymentLink.copy')} />
          </>
        )}
        <DialogFooter>
          <Button onClick={onClose}>{t('orderPaymentLink.done')}</Button>
        </DialogFooter>
      </Modal>
    )
  return (
    <ModalForm
      form={form}
      title={title}
      saveLabel={t(form.values.sendEmail ? 'orderPaymentLink.action' : 'orderPaymentLink.create')}
      onClose={onClose}
    >
      {order.status === 'draft' && <Text>{t('orderPaymentLink.draftText')}</Text>}
      <Text>{t('orderPaymentLink.text')}</Text>
      {email ? (
        <SwitchField
          form={form}
          name="sendEmail"
          label={t('orderPaymentLink.sendEmail', { email })}
        />
      ) : (
        <Text>{t('orderPaymentLink.noEmail')}</Text>
      )}
    </ModalForm>
  )
}
