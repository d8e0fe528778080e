import type { AddressForm, AddressPart } from '#contract/storefront-address.ts'
import { checkoutEntryFields } from '#contract/storefront-checkout.ts'
import type { StorefrontFormState } from '#contract/storefront-form.ts'
import type { StorefrontCheckout } from '#contract/storefront-order.ts'
import { addressLabels } from '../locales/address-labels.ts'
import { InputField, SelectField } from './form-field.tsx'
import { useFrame, useTexts } from './page-context.tsx'

type Props = { checkout: StorefrontCheckout; form: StorefrontFormState }

const streetFields = ['line1', 'line2', 'postalCode', 'city', 'region'] as const
type AddressField = 'name' | (typeof streetFields)[number]

/**
 * The address. Only deliveries need a street; otherwise hidden fields keep one for another choice. The
 * script replaces the fields if `data-fields` changes.
 */
export function CheckoutAddress({ checkout, form }: Props) {
  const t = useTexts()
  const { country, delivery } = checkout
  const needsStreet = delivery === 'shipping'
  return (
    <fieldset className="checkout-address" data-fields={`${delivery} ${country}`}>
      <legend>{needsStreet ? t.delivery : t.yourDetails}</legend>
      <CountryField checkout={checkout} form={form} />
      <AddressInput form={form} name="name" autoComplete="name" />
      {needsStreet ? (
        <StreetFields checkout={checkout} form={form} />
      ) : (
        streetFields.map(name => (
          <input key={name} type="hidden" name={name} value={form.values[name] ?? ''} />
        ))
      )}
    </fieldset>
  )
}

function CountryField({ checkout, form }: Props) {
  const t = useTexts()
  const { language } = useFrame()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const countries = checkout.countries
    .map(code => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language))
  return (
    <SelectField
      state={{ ...form, values: { country: checkout.country, ...form.values } }}
      name="country"
      label={t.address.country}
      autoComplete="shipping country"
      options={countries.map(({ code, name }) => ({ value: code, label: name }))}
    />
  )
}

/** The fields of an address in the order of its country. */
function StreetFields({ checkout: { addressForm }, form }: Props) {
  return addressForm.rows.map(parts => (
    <div key={parts[0]} className={parts.length > 1 ? 'form-row' : undefined}>
      {parts.map(part => (
        <StreetField key={part} part={part} addressForm={addressForm} form={form} />
      ))}
    </div>
  ))
}

type StreetFieldProps = Pick<Props, 'form'> & { part: AddressPart; addressForm: AddressForm }

function StreetField({ part, addressForm, form }: StreetFieldProps) {
  const { language } = useFrame()
  const { required, labels, regions } = addressForm
  const isOptional = !required.includes(part)
  const autoComplete = autoCompletes[part]
  if (part === 'line1' || part === 'line2')
    return <AddressInput form={form} name={part} {...{ autoComplete, isOptional }} />
  const label = addressLabels[language][labels[part]]
  if (part !== 'region' || regions.length === 0)
    return <AddressInput form={form} name={part} {...{ label, autoComplete, isOptional }} />
  const text = form.values['region'] ?? ''
  const region = regions.find(({ value, name }) => value === text || name === text)
  return (
    <SelectField
      state={{ ...form, values: { ...form.values, region: region?.value ?? '' } }}
      name="region"
      label={label}
      autoComplete={`shipping ${autoComplete}`}
      options={[
        { value: '', label: '–' },
        ...regions.map(({ value, name }) => ({ value, label: name })),
      ]}
      isOptional={isOptional}
    />
  )
}

const autoCompletes: Record<AddressPart, string> = {
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  region: 'address-level1',
  postalCode: 'postal-code',
}

type AddressInputProps = Pick<Props, 'form'> & {
  name: AddressField
  autoComplete: string
  label?: string
  isOptional?: boolean
}

function AddressInput(props: AddressInputProps) {
  const { form, name, autoComplete, isOptional = false } = props
  const t = useTexts()
  return (
    <InputField
      state={form}
      name={name}
      label={props.label ?? t.address[name]}
      autoComplete={`shipping ${autoComplete}`}
      maxLength={checkoutEntryFields[name].maxLength ?? undefined}
      isOptional={isOptional}
    />
  )
}
