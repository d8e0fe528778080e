import { useTranslation } from 'react-i18next'
import { type Customer, customerApi } from '#contract/customer/customer.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import css from './customer.module.css'
import {
  CustomerAddressFields,
  CustomerDetailsFields,
  CustomerFormSchema,
  CustomerNotesFields,
  toCustomerValues,
} from './customer-form.tsx'

/** Edits all fields of a customer with one save. */
export function CustomerEditDrawer({
  customer,
  onClose,
}: {
  customer: Customer
  onClose: () => void
}) {
  const { t } = useTranslation()
  const update = useRouteMutation(customerApi.update)
  const form = useContractForm(CustomerFormSchema, {
    values: toCustomerValues(customer),
    onSave: async body => {
      await update.mutateAsync({ params: { id: customer._id }, body })
      onClose()
    },
  })
  return (
    <DrawerForm
      form={form}
      title={t('customer.edit.title')}
      saveLabel={t('ui.form.save')}
      onClose={onClose}
    >
      <CustomerDetailsFields form={form} />
      <h3 className={css.fieldGroup}>{t('customer.edit.address')}</h3>
      <CustomerAddressFields form={form} />
      <h3 className={css.fieldGroup}>{t('customer.edit.notes')}</h3>
      <CustomerNotesFields form={form} />
    </DrawerForm>
  )
}
