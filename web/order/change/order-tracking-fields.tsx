import { useTranslation } from 'react-i18next'
import type { FieldName, FieldProps } from '../../ui/field/form-field.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { FieldRow } from '../../ui/form/edit-form.tsx'

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
