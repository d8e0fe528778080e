import { useTranslation } from 'react-i18next'
import { FieldRow } from '../ui/form/edit-form.tsx'
import type { FieldName, FieldProps } from '../ui/form/form-field.ts'
import { TextField } from '../ui/form/text-field.tsx'

type TrackingFieldPart = 'carrier' | 'number' | 'url'
type Props<V extends Record<string, unknown>> = {
  form: FieldProps<V>['form']
  getFieldName: (part: TrackingFieldPart) => FieldName<V>
}

export function OrderTrackingFields<V extends Record<string, unknown>>({
  form,
  getFieldName,
}: Props<V>) {
  const { t } = useTranslation()
  return (
    <>
      <FieldRow>
        <TextField
          form={form}
          name={getFieldName('carrier')}
          label={t('order.tracking.carrier')}
          placeholder={t('order.tracking.carrierExample')}
        />
        <TextField form={form} name={getFieldName('number')} label={t('order.tracking.number')} />
      </FieldRow>
      <TextField
        form={form}
        name={getFieldName('url')}
        label={t('order.tracking.url')}
        description={t('order.tracking.urlHint')}
        placeholder="https://"
        type="url"
      />
    </>
  )
}
