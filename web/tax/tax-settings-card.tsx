import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isEuCountry } from '#contract/lib/country/eu-countries.ts'
import { getMaximum } from '#contract/lib/schema-values.ts'
import { type StoreDetail, StoreInput, storeApi } from '#contract/store/store.ts'
import { euTaxRules, shippingTaxRules } from '#contract/store/tax.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { toOptions } from '../lib/to-options.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../ui/field/choice-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { EditForm, FieldRow } from '../ui/form/edit-form.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'

const TaxSettings = StoreInput.pick({
  taxIncluded: true,
  defaultTaxRate: true,
  shippingTaxRule: true,
  euTaxRule: true,
  vatId: true,
})

/** The settings that apply to all classes. */
export function TaxSettingsCard({ store }: { store: StoreDetail }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const update = useRouteMutation(storeApi.update)
  const { taxIncluded, defaultTaxRate, shippingTaxRule, euTaxRule, vatId } = store
  const values = useMemo(
    () => ({ taxIncluded, defaultTaxRate, shippingTaxRule, euTaxRule, vatId }),
    [taxIncluded, defaultTaxRate, shippingTaxRule, euTaxRule, vatId],
  )
  const form = useContractForm(TaxSettings, {
    values,
    can: 'business:write',
    onSave: async data => {
      const params = { id: store._id }
      const saved = await update.mutateAsync({ params, body: { data, version: store.version } })
      client.setQueryData(queryOptionsFor(storeApi.get, { params }).queryKey, saved)
    },
  })
  return (
    <EditForm form={form}>
      <SectionCard title={t('tax.settings')}>
        <SwitchField
          form={form}
          name="taxIncluded"
          label={t('myStore.field.taxIncluded')}
          description={t('myStore.field.taxIncludedHint')}
        />
        <FieldRow>
          <NumberField
            form={form}
            name="defaultTaxRate"
            label={t('myStore.field.defaultTaxRate')}
            description={t('myStore.field.defaultTaxRateHint')}
            min={0}
            max={getMaximum(StoreInput.shape.defaultTaxRate)}
            fractionDigits={3}
            suffix=" %"
          />
          <SelectField
            form={form}
            name="shippingTaxRule"
            label={t('myStore.field.shippingTaxRule')}
            options={toOptions(shippingTaxRules, value => t(`tax.shippingRule.${value}`))}
          />
        </FieldRow>
        {isEuCountry(store.address.country ?? '') && (
          <SelectField
            form={form}
            name="euTaxRule"
            label={t('myStore.field.euTaxRule')}
            options={toOptions(euTaxRules, value => t(`tax.euRule.${value}`))}
          />
        )}
        <TextField
          form={form}
          name="vatId"
          label={t('myStore.field.vatId')}
          description={t('myStore.field.vatIdHint')}
        />
      </SectionCard>
    </EditForm>
  )
}
