import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useWeightUnit } from '../../lib/session/use-current-store.ts'
import type { FieldName, FieldProps } from '../../ui/field/form-field.ts'
import { MoneyField } from '../../ui/field/money-field.tsx'
import { SuggestField } from '../../ui/field/suggest-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { WeightField } from '../../ui/field/weight-field.tsx'
import { FieldRow } from '../../ui/form/edit-form.tsx'

type ParcelFieldPart = 'service' | 'box' | 'weight' | 'postage' | 'note'

/** The data of a parcel beside its tracking. */
export function OrderParcelFields<V extends Record<string, unknown>>({
  form,
  currency,
  getFieldName,
}: {
  form: FieldProps<V>['form']
  currency: string
  getFieldName: (part: ParcelFieldPart) => FieldName<V>
}) {
  const { t } = useTranslation()
  const weightUnit = useWeightUnit()
  const boxes = useQuery(queryOptionsFor(orderChangeApi.listBoxes, {}))
  return (
    <>
      <FieldRow>
        <SuggestField
          form={form}
          name={getFieldName('box')}
          label={t('parcel.box')}
          placeholder={t('parcel.boxExample')}
          suggestions={boxes.data}
        />
        <WeightField
          form={form}
          name={getFieldName('weight')}
          label={t('parcel.weight')}
          unit={weightUnit}
        />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name={getFieldName('service')} label={t('parcel.service')} />
        <MoneyField
          form={form}
          name={getFieldName('postage')}
          label={t('parcel.postage')}
          currency={currency}
        />
      </FieldRow>
      <TextField form={form} name={getFieldName('note')} label={t('order.transition.note')} />
    </>
  )
}
