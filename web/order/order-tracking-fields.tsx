import { useTranslation } from 'react-i18next'
import { FieldRow } from '../ui/form/edit-form.tsx'
import type { FieldName, FieldProps } from '../ui/form/form-field.ts'
import { TextField } from '../ui/form/text-field.tsx'

type Part = 'carrier' | 'number' | 'url'
type Props<V extends Record<string, unknown>> = {
  form: FieldProps<V>['form']
  at: (part: Part) => FieldName<V>
}

export function OrderTrackingFields<V extends Record<string, unknown>>({ form, at }: Props<V>) {
  const { t } = useTranslation()
  return (
    <>
      <FieldRow>
        <TextField
          form={form}
          name={at('carrier')}
          label={t('order.tracking.carrier')}
          placeholder={t('order.tracking.carrierExample')}
        />
        <TextField form={form} name={at('number')} label={t('order.tracking.number')} />
      </FieldRow>
      <TextField
        form={form}
        name={at('url')}
        label={t('order.tracking.url')}
        description={t('order.tracking.urlHint')}
        placeholder="https://"
        type="url"
      />
    </>
  )
}
