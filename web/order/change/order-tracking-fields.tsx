import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { findTrackingUrl, listCarrierNames } from '#contract/store/carrier.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'
import type { FieldName, FieldProps } from '../../ui/field/form-field.ts'
import { SuggestField } from '../../ui/field/suggest-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { FieldRow } from '../../ui/form/edit-form.tsx'

type TrackingFieldPart = 'carrier' | 'number' | 'url'
type Props<V extends Record<string, unknown>> = {
  form: FieldProps<V>['form']
  /** The present values, which decide the link that is filled in. */
  tracking: { carrier?: string | undefined; number?: string | undefined } | undefined
  getFieldName: (part: TrackingFieldPart) => FieldName<V>
}

export function OrderTrackingFields<V extends Record<string, unknown>>({
  form,
  tracking = {},
  getFieldName,
}: Props<V>) {
  const { t } = useTranslation()
  const country = useCurrentStore()?.address.country ?? ''
  const enabled = usePermission('business:read')
  const settings = useQuery({ ...queryOptionsFor(shippingApi.getSettings, {}), enabled })
  const ownCarriers = settings.data?.carriers ?? []
  return (
    <>
      <FieldRow>
        <SuggestField
          form={form}
          name={getFieldName('carrier')}
          label={t('order.tracking.carrier')}
          placeholder={t('order.tracking.carrierExample')}
          suggestions={listCarrierNames(ownCarriers, country)}
        />
        <TextField form={form} name={getFieldName('number')} label={t('order.tracking.number')} />
      </FieldRow>
      <TextField
        form={form}
        name={getFieldName('url')}
        label={t('order.tracking.url')}
        description={t('order.tracking.urlHint')}
        placeholder={findTrackingUrl(ownCarriers, tracking) || 'https://'}
        type="url"
      />
    </>
  )
}
