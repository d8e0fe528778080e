import type { AddressPart } from '#contract/lib/country/address-lines.ts'
import type { AddressForm } from '#contract/storefront/storefront-address.ts'
import { checkoutEntryFields } from '#contract/storefront/storefront-checkout.ts'
import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import { LabeledInput, LabeledSelect } from '../form-field.tsx'
import { useTexts } from '../frame/page-context.tsx'

type Props = { addressForm: AddressForm; form: StorefrontFormState }

/** The fields of an address in the order of its country. */
export function StreetFields({ addressForm, form }: Props) {
  return addressForm.rows.map(parts => (
    <div key={parts[0]} className={parts.length > 1 ? 'form-row' : undefined}>
      {parts.map(part => (
        <StreetField key={part} part={part} addressForm={addressForm} form={form} />
      ))}
    </div>
  ))
}

function StreetField({ part, addressForm, form }: Props & { part: AddressPart }) {
  const t = useTexts()
  const { required, labels, regions } = addressForm
  const isOptional = !required.includes(part)
  const autoComplete = autoCompletes[part]
  if (part === 'line1' || part === 'line2')
    return <AddressInput form={form} name={part} {...{ autoComplete, isOptional }} />
  const label = t(`addressLabels.${labels[part]}`)
  if (part !== 'region' || regions.length === 0)
    return <AddressInput form={form} name={part} {...{ label, autoComplete, isOptional }} />
  const text = form.values['region'] ?? ''
  const region = regions.find(({ value, name }) => value === text || name === text)
  return (
    <LabeledSelect
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

type AddressInputProps = {
  form: StorefrontFormState
  name: 'name' | AddressPart
  autoComplete: string
  label?: string
  isOptional?: boolean
}

export function AddressInput(props: AddressInputProps) {
  const { form, name, autoComplete, isOptional = false } = props
  const t = useTexts()
  return (
    <LabeledInput
      state={form}
      name={name}
      label={props.label ?? t(`address.${name}`)}
      autoComplete={`shipping ${autoComplete}`}
      maxLength={checkoutEntryFields[name].maxLength ?? undefined}
      isOptional={isOptional}
    />
  )
}
