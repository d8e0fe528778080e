import { useTranslation } from 'react-i18next'
import { Address } from '#contract/lib/country/address.ts'
import { type AddressPart, listAddressLines } from '#contract/lib/country/address-lines.ts'
import { useCountryName } from '../../lib/country-name.ts'
import { createEmptyValues } from '../../lib/form-values.ts'
import { FieldRow } from '../form/edit-form.tsx'
import css from './address-fields.module.css'
import { CountryField } from './country-field.tsx'
import type { FieldName, FieldProps } from './form-field.ts'
import { TextField } from './text-field.tsx'

export const emptyAddress = createEmptyValues(Address)

type AddressFieldName = AddressPart | 'name' | 'country'
type Props<V extends Record<string, unknown>> = {
  form: FieldProps<V>['form']
  /** Returns the field name of a part: ``part => `address.${part}` ``. */
  getFieldName: (part: AddressFieldName) => FieldName<V>
  hasName?: boolean
}

export function AddressFields<V extends Record<string, unknown>>({
  form,
  getFieldName,
  hasName = true,
}: Props<V>) {
  const { t } = useTranslation()
  const getField = (part: AddressPart | 'name') => ({
    form,
    name: getFieldName(part),
    label: t(`ui.address.${part}`),
    autoComplete: 'off',
  })
  return (
    <>
      {hasName && <TextField {...getField('name')} />}
      <TextField {...getField('line1')} />
      <TextField {...getField('line2')} />
      <div className={css.cityRow}>
        <TextField {...getField('postalCode')} />
        <TextField {...getField('city')} />
      </div>
      <FieldRow>
        <TextField {...getField('region')} />
        <CountryField form={form} name={getFieldName('country')} label={t('ui.address.country')} />
      </FieldRow>
    </>
  )
}

export const isEmptyAddress = (address: Address) => !Object.values(address).some(Boolean)

/** Displays an address as on a parcel label. Renders nothing for an empty address. */
export function AddressLines({ address }: { address: Address }) {
  const getCountryName = useCountryName()
  const { country, phone } = address
  const lines = [...listAddressLines(address, getCountryName(country)), phone].filter(Boolean)
  return lines.length > 0 ? (
    <address className={css.lines}>
      {lines.map(line => (
        <div key={line}>{line}</div>
      ))}
    </address>
  ) : null
}
