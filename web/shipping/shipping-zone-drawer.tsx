import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ShippingZone, shippingApi } from '#contract/store/shipping.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { useHasPermission } from '../lib/session/session.ts'
import { CanSave, type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx'
import { MultiSelectField, TagsField } from '../ui/field/choice-field.tsx'
import { listCountries } from '../ui/field/country-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import css from './shipping.module.css'
import { ShippingRateFields } from './shipping-rate-fields.tsx'
import {
  createRate,
  ShippingZoneForm,
  toDestinations,
  toShippingZoneValues,
} from './shipping-zone-form.ts'

type Props = { zone?: ShippingZone; onClose: () => void }

/** The form of a new or existing zone with its rates. */
export function ShippingZoneDrawer({ zone, onClose }: Props) {
  const { t } = useTranslation()
  const can = useHasPermission()
  const create = useRouteMutation(shippingApi.create)
  const update = useRouteMutation(shippingApi.update)
  // Its first rate has a new id, which must not change with each render.
  const [emptyValues] = useState(() => ({
    name: '',
    countries: [],
    regions: [],
    postalCodes: [],
    rates: [createRate(t('shipping.newRate'))],
  }))
  const form = useContractForm(ShippingZoneForm, {
    values: zone ? toShippingZoneValues(zone) : emptyValues,
    onSave: async values => {
      const body = {
        name: values.name,
        rates: values.rates,
        destinations: toDestinations(values, zone?.destinations),
      }
      if (zone)
        await update.mutateAsync({
          params: { id: zone._id },
          body: { ...body, version: zone.version },
        })
      else await create.mutateAsync({ body })
      onClose()
    },
  })
  return (
    <CanSave value={can('business:write')}>
      <DrawerForm
        form={form}
        title={zone ? t('shipping.editZone', { name: zone.name }) : t('shipping.add')}
        saveLabel={t(zone ? 'shipping.save' : 'shipping.add')}
        onClose={onClose}
        footerStart={zone && <DeleteZoneButton zone={zone} onDeleted={onClose} />}
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
    </CanSave>
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
    <div className={css.rateForms}>
      <h3 className={css.ratesTitle}>{t('shipping.rates')}</h3>
      {form.values.rates.map((rate, index) => (
        <ShippingRateFields
          key={rate._id}
          form={form}
          index={index}
          onRemove={() => form.removeListItem('rates', index)}
        />
      ))}
      <PermissionGate permission="business:write">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={15} stroke={1.75} />}
          onClick={() => form.insertListItem('rates', createRate(''))}
        >
          {t('shipping.addRate')}
        </Button>
      </PermissionGate>
    </div>
  )
}

function DeleteZoneButton({ zone, onDeleted }: { zone: ShippingZone; onDeleted: () => void }) {
  const { t } = useTranslation()
  const remove = useRouteMutation(shippingApi.delete)
  return (
    <PermissionGate permission="business:write">
      <ConfirmButton
        variant="subtle"
        color="red"
        label={t('shipping.delete')}
        title={t('shipping.deleteTitle', { name: zone.name })}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: zone._id } }, { onSuccess: onDeleted })}
      >
        {t('shipping.deleteText')}
      </ConfirmButton>
    </PermissionGate>
  )
}
