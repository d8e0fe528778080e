import { useTranslation } from 'react-i18next'
import { type Order, orderApi } from '#contract/order/order.ts'
import { OrderEdit } from '#contract/order/order-input.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { DetailsPreview } from '../change/details-preview.tsx'
import { CustomerSearch } from '../new/customer-search.tsx'
import { emptyBuyer } from '../new/order-form-schema.ts'
import { OrderContactFields } from './order-contact-fields.tsx'

/** Selects the customer of an order, another one, or takes the contact data of a new one. */
export function OrderCustomerDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const update = useRouteMutation(orderApi.update)
  const form = useContractForm(OrderEdit, {
    values: { version: order.version, customer: emptyBuyer, isNotified: true },
    onSave: async body => {
      await update.mutateAsync({ params: { id: order._id }, body })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t(hasCustomer(order) ? 'order.new.changeCustomer' : 'order.edit.addCustomer')}
      saveLabel={t('ui.form.save')}
      onClose={onClose}
    >
      <CustomerSearch
        onSelect={({ _id: id, name, email, phone }) =>
          form.setFieldValue('customer', { ...emptyBuyer, _id: id, name, email, phone })
        }
      />
      <OrderContactFields form={form} getFieldName={part => `customer.${part}`} />
      <DetailsPreview form={form} order={order} />
    </ModalForm>
  )
}

/** Returns whether an order has a customer or the contact data of a guest. */
export const hasCustomer = ({ customer: { _id, name, email, phone } }: Pick<Order, 'customer'>) =>
  Boolean(_id || name || email || phone)
