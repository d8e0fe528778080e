import { useTranslation } from 'react-i18next'
import type { FieldName, FieldProps } from '../../ui/field/form-field.ts'
import { TextField } from '../../ui/field/text-field.tsx'

type ContactPart = 'name' | 'email' | 'phone' | 'company' | 'vatId'
type Props<V extends Record<string, unknown>> = {
  form: FieldProps<V>['form']
  getFieldName: (part: ContactPart) => FieldName<V>
}

/** The contact data of a customer, and of a company. */
export function OrderContactFields<V extends Record<string, unknown>>({
  form,
  getFieldName,
}: Props<V>) {
  const { t } = useTranslation()
  const getField = (part: ContactPart, label: string) => ({
    form,
    name: getFieldName(part),
    label,
    autoComplete: 'off',
  })
  return (
    <>
      <TextField {...getField('name', t('order.new.name'))} />
      <TextField {...getField('email', t('order.new.email'))} type="email" />
      <TextField {...getField('phone', t('order.new.phone'))} type="tel" />
      <TextField {...getField('company', t('customer.field.company'))} />
      <TextField {...getField('vatId', t('customer.field.vatId'))} />
    </>
  )
}
