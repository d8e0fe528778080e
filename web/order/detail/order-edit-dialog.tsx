import { useTranslation } from 'react-i18next'
import { type Order, orderApi } from '#contract/order/order.ts'
import { OrderEdit } from '#contract/order/order-input.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { AddressFields, emptyAddress } from '../../ui/field/address-fields.tsx'
import { TagsField } from '../../ui/field/choice-field.tsx'
import { TextareaField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { DetailsPreview } from '../change/details-preview.tsx'

type OrderEditSubject = 'shippingAddress' | 'billingAddress' | 'notes'
type Props = { order: Order; subject: OrderEditSubject; onClose: () => void }

/** Edits one address, or the note with the tags. Sends only these fields. */
export function OrderEditDialog({ order, subject, onClose }: Props) {
  const { t } = useTranslation()
  const send = useRouteMutation(orderApi.update)
  const { version, note, tags } = order
  const form = useContractForm(OrderEdit, {
    values:
      subject === 'notes'
        ? { version, note, tags }
        : { version, [subject]: { ...emptyAddress, ...order[subject] }, isNotified: true },
    onSave: async body => {
      await send.mutateAsync({ params: { id: order._id }, body })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t(`order.edit.${subject}`)}
      saveLabel={t('ui.form.save')}
      onClose={onClose}
    >
      {subject === 'notes' ? (
        <>
          <TextareaField
            form={form}
            name="note"
            label={t('order.side.note')}
            description={t('order.side.noteHint')}
            rows={4}
          />
          <TagsField form={form} name="tags" label={t('order.side.tags')} />
        </>
      ) : (
        <>
          <AddressFields form={form} getFieldName={addressPart => `${subject}.${addressPart}`} />
          <DetailsPreview form={form} order={order} />
        </>
      )}
    </ModalForm>
  )
}
