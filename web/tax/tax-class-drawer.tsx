import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getMaximum } from '#contract/lib/schema-values.ts'
import { type TaxClass, TaxPercentage, taxApi } from '#contract/store/tax.ts'
import { useSaveRecord } from '../lib/call/use-save-record.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { DayField } from '../ui/date/day-input.tsx'
import { CountryField } from '../ui/field/country-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import { FormItem, FormItems } from '../ui/form/form-items.tsx'
import type { RecordFormProps } from '../ui/form/open-record-form.tsx'
import css from './tax.module.css'
import { emptyRate, TaxClassForm, toTaxClassValues } from './tax-class-form.ts'

/** The form of a new or existing class with its rates. */
export function TaxClassDrawer({ record: taxClass, onClose }: RecordFormProps<TaxClass>) {
  const { t } = useTranslation()
  const [emptyValues] = useState(() => ({ name: '', rates: [emptyRate] }))
  const form = useContractForm(TaxClassForm, {
    values: taxClass ? toTaxClassValues(taxClass) : emptyValues,
    can: 'business:write',
    onSave: useSaveRecord(taxApi, taxClass, onClose),
  })
  return (
    <DrawerForm
      form={form}
      title={taxClass ? t('tax.editClass', { name: taxClass.name }) : t('tax.add')}
      saveLabel={t(taxClass ? 'tax.save' : 'tax.add')}
      onClose={onClose}
      deletion={
        taxClass &&
        !taxClass.isStandard && {
          route: taxApi.delete,
          id: taxClass._id,
          label: t('tax.delete'),
          title: t('tax.deleteTitle', { name: taxClass.name }),
          text: t('tax.deleteText'),
        }
      }
    >
      <TextField
        form={form}
        name="name"
        label={t('tax.name')}
        required
        description={t('tax.nameHint')}
      />
      <RateList form={form} />
    </DrawerForm>
  )
}

type FormProps = { form: ContractForm<TaxClassForm> }

function RateList({ form }: FormProps) {
  const { t } = useTranslation()
  return (
    <FormItems
      title={t('tax.rates')}
      addLabel={t('tax.addRate')}
      can="business:write"
      onAdd={() => form.insertListItem('rates', emptyRate)}
    >
      {form.values.rates.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rates have no id, and their values change
        <RateFields key={index} form={form} index={index} />
      ))}
    </FormItems>
  )
}

function RateFields({ form, index }: FormProps & { index: number }) {
  const { t } = useTranslation()
  return (
    <FormItem
      removeLabel={t('tax.removeRate', { number: index + 1 })}
      onRemove={() => form.removeListItem('rates', index)}
      firstField={
        <CountryField
          form={form}
          name={`rates.${index}.country`}
          label={t('tax.country')}
          placeholder={t('tax.allCountries')}
        />
      }
    >
      {form.values.rates[index]?.country && (
        <TextField
          form={form}
          name={`rates.${index}.region`}
          label={t('tax.region')}
          description={t('tax.regionHint')}
        />
      )}
      <div className={css.columns}>
        <NumberField
          form={form}
          name={`rates.${index}.rate`}
          label={t('tax.rate')}
          min={0}
          max={getMaximum(TaxPercentage)}
          fractionDigits={3}
          suffix=" %"
        />
        <DayField form={form} name={`rates.${index}.validFrom`} label={t('tax.validFrom')} />
      </div>
    </FormItem>
  )
}
