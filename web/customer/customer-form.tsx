import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Customer, CustomerInput } from '#contract/customer/customer.ts'
import { updateSchema } from '#contract/lib/schemas.ts'
import { pickFields } from '#contract/lib/shape.ts'
import { createEmptyValues } from '../lib/form-values.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { AddressFields, emptyAddress } from '../ui/field/address-fields.tsx'
import { SwitchField, TagsField } from '../ui/field/choice-field.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { FieldRow } from '../ui/form/edit-form.tsx'

export const CustomerFormSchema = updateSchema(CustomerInput)
export type CustomerValues = z.input<typeof CustomerFormSchema>
type Props = { form: ContractForm<CustomerValues> }

export const emptyCustomer: CustomerValues = createEmptyValues(CustomerInput)
export const toCustomerValues = (customer: Customer): CustomerValues => ({
  ...pickFields(CustomerFormSchema, customer),
  address: { ...emptyAddress, ...customer.address },
})

export function CustomerDetailsFields({ form }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextField form={form} name="name" label={t('customer.field.name')} autoComplete="off" />
      <FieldRow>
        <TextField
          form={form}
          name="email"
          label={t('customer.field.email')}
          type="email"
          autoComplete="off"
        />
        <TextField
          form={form}
          name="phone"
          label={t('customer.field.phone')}
          type="tel"
          autoComplete="off"
        />
      </FieldRow>
      <FieldRow>
        <TextField
          form={form}
          name="company"
          label={t('customer.field.company')}
          autoComplete="off"
        />
        <TextField form={form} name="vatId" label={t('customer.field.vatId')} autoComplete="off" />
      </FieldRow>
      <SwitchField
        form={form}
        name="taxExempt"
        label={t('customer.field.taxExempt')}
        description={t('customer.field.taxExemptHint')}
      />
      <SwitchField
        form={form}
        name="acceptsMarketing"
        label={t('customer.field.acceptsMarketing')}
      />
    </>
  )
}

export const CustomerAddressFields = ({ form }: Props) => (
  <AddressFields form={form} getFieldName={addressPart => `address.${addressPart}`} />
)

export function CustomerNotesFields({ form }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextareaField
        form={form}
        name="note"
        label={t('customer.field.note')}
        description={t('customer.field.noteHint')}
        rows={4}
      />
      <TagsField form={form} name="tags" label={t('customer.field.tags')} />
    </>
  )
}
