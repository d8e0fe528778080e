import { useTranslation } from 'react-i18next'
import type { FieldName, FieldProps } from '../../ui/field/form-field.ts'
import { TextField } from '../../ui/field/text-field.tsx'

type Props<V extends Record<string, unknown>> = {
  form: FieldProps<V>['form']
  getFieldName: (part: 'name' | 'email' | 'phone' | 'company' | 'vatId') => FieldName<V>
}

/** The contact data of a customer, and of a company. */
export function OrderContactFields<V extends Record<string, unknown>>({
  form,
  getFieldName,
}: Props<V>) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        form={form}
        name={getFieldName('name')}
        label={t('order.new.name')}
        autoComplete="off"
      />
      <TextField
        form={form}
        name={getFieldName('email')}
        label={t('order.new.email')}
        type="email"
        autoComplete="off"
      />
      <TextField
        form={form}
        name={getFieldName('phone')}
        label={t('order.new.phone')}
        type="tel"
        autoComplete="off"
      />
      <TextField
        form={form}
        name={getFieldName('company')}
        label={t('customer.field.company')}
        autoComplete="off"
      />
      <TextField
        form={form}
        name={getFieldName('vatId')}
        label={t('customer.field.vatId')}
        autoComplete="off"
      />
    </>
  )
}
