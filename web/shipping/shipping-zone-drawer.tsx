import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ShippingZone, shippingApi } from '#contract/store/shipping.ts'
import { useSaveRecord } from '../lib/call/use-save-record.ts'
import { listCountries } from '../lib/country-list.ts'
import { useFormatters } from '../lib/formatters.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { useStoreTexts } from '../store/use-store-texts.ts'
import { MultiSelectField, TagsField } from '../ui/field/choice-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import { FormItems } from '../ui/form/form-items.tsx'
import type { RecordFormProps } from '../ui/form/open-record-form.tsx'
import { ShippingRateFields } from './shipping-rate-fields.tsx'
import {
  createRate,
  ShippingZoneForm,
  toDestinations,
  toShippingZoneValues,
} from './shipping-zone-form.ts'

/** The form of a new or existing zone with its rates. */
export function ShippingZoneDrawer({ record: zone, onClose }: RecordFormProps<ShippingZone>) {
  const { t } = useTranslation()
  const save = useSaveRecord(shippingApi, zone, onClose)
  const storeTexts = useStoreTexts()
  // The first rate has a new id, which must not change with each render.
  const [emptyRate] = useState(() => createRate(''))
  const emptyValues = {
    name: '',
    countries: [],
    regions: [],
    postalCodes: [],
    rates: [{ ...emptyRate, name: storeTexts('shipping.newRate') }],
  }
  const form = useContractForm(ShippingZoneForm, {
    values: zone ? toShippingZoneValues(zone) : emptyValues,
    can: 'business:write',
    onSave: values =>
      save({
        name: values.name,
        rates: values.rates,
        destinations: toDestinations(values, zone?.destinations),
      }),
  })
  return (
    <DrawerForm
      form={form}
      title={zone ? t('shipping.editZone', { name: zone.name }) : t('shipping.add')}
      saveLabel={t(zone ? 'shipping.save' : 'shipping.add')}
      onClose={onClose}
      deletion={
        zone && {
          route: shippingApi.delete,
          id: zone._id,
          label: t('shipping.delete'),
          title: t('shipping.deleteTitle', { name: zone.name }),
          text: t('shipping.deleteText'),
        }
      }
    >
      <TextField
        form={form}
        name="name"
        label={t('shipping.name')}
        required
        description={t('shipping.nameHint')}
      />
      <DestinationFields form={form} />
      <RateList form={form} />
    </DrawerForm>
  )
}

type FormProps = { form: ContractForm<ShippingZoneForm> }

function DestinationFields({ form }: FormProps) {
  const { t } = useTranslation()
  const { locale } = useFormatters()
  const countries = useMemo(() => listCountries(locale), [locale])
  return (
    <>
      <MultiSelectField
        form={form}
        name="countries"
        label={t('shipping.countries')}
        description={t('shipping.countriesHint')}
        options={countries}
      />
      {form.values.countries.length === 1 && (
        <>
          <TagsField
            form={form}
            name="regions"
            label={t('shipping.regions')}
            description={t('shipping.regionsHint')}
          />
          <TagsField
            form={form}
            name="postalCodes"
            label={t('shipping.postalCodes')}
            description={t('shipping.postalCodesHint')}
          />
        </>
      )}
    </>
  )
}

function RateList({ form }: FormProps) {
  const { t } = useTranslation()
  return (
    <FormItems
      title={t('shipping.rates')}
      addLabel={t('shipping.addRate')}
      can="business:write"
      onAdd={() => form.insertListItem('rates', createRate(''))}
    >
      {form.values.rates.map((rate, index) => (
        <ShippingRateFields
          key={rate._id}
          form={form}
          index={index}
          onRemove={() => form.removeListItem('rates', index)}
        />
      ))}
    </FormItems>
  )
}
