import type { AddressPart } from '#contract/lib/country/address-lines.ts'
import { billingNames } from '#contract/storefront/billing-fields.ts'
import type { AddressForm } from '#contract/storefront/storefront-address.ts'
import { checkoutEntryFields } from '#contract/storefront/storefront-checkout.ts'
import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import { LabeledInput, LabeledSelect } from '../form-field.tsx'
import { useTexts } from '../frame/page-context.tsx'

type AddressKind = 'shipping' | 'billing'
type Props = { addressForm: AddressForm; form: StorefrontFormState; kind?: AddressKind }

/** The fields of an address in the order of its country. */
export function StreetFields({ addressForm, form, kind = 'shipping' }: Props) {
  return addressForm.rows.map(parts => (
    <div key={parts[0]} className={parts.length > 1 ? 'form-row' : undefined}>
      {parts.map(part => (
        <StreetField key={part} {...{ part, addressForm, form, kind }} />
      ))}
    </div>
  ))
}

function StreetField({
  part,
  addressForm,
  form,
  kind = 'shipping',
}: Props & { part: AddressPart }) {
  const t = useTexts()
  const { required, labels, regions, postalExample } = addressForm
  const isOptional = !required.includes(part)
  const autoComplete = autoCompletes[part]
  if (part === 'line1' || part === 'line2')
    return <AddressInput form={form} name={part} {...{ autoComplete, isOptional, kind }} />
  const label = t(`addressLabels.${labels[part]}`)
  const inputMode = part === 'postalCode' && /^[\d ]+$/.test(postalExample) ? 'numeric' : undefined
  if (part !== 'region' || regions.length === 0)
    return (
      <AddressInput
        form={form}
        name={part}
        {...{ label, autoComplete, isOptional, kind, inputMode }}
      />
    )
  const name = getFieldName('region', kind)
  const text = form.values[name] ?? ''
  const region = regions.find(({ value, name }) => value === text || name === text)
  return (
    <LabeledSelect
      state={{ ...form, values: { ...form.values, [name]: region?.value ?? '' } }}
      name={name}
      label={label}
      autoComplete={`${kind} ${autoComplete}`}
      options={[
        { value: '', label: '–' },
        ...regions.map(({ value, name }) => ({ value, label: name })),
      ]}
      isOptional={isOptional}
      isEnforced={kind === 'shipping' && !isOptional}
    />
  )
}

const getFieldName = (name: 'name' | AddressPart, kind: AddressKind) =>
  kind === 'billing' ? billingNames[name] : name

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
  kind?: AddressKind
  inputMode?: 'numeric' | undefined
}

export function AddressInput(props: AddressInputProps) {
  const { form, name, autoComplete, isOptional = false, kind = 'shipping' } = props
  const t = useTexts()
  return (
    <LabeledInput
      state={form}
      name={getFieldName(name, kind)}
      label={props.label ?? t(`address.${name}`)}
      autoComplete={`${kind} ${autoComplete}`}
      inputMode={props.inputMode}
      maxLength={checkoutEntryFields[name].maxLength ?? undefined}
      isOptional={isOptional}
      isEnforced={kind === 'shipping' && !isOptional}
    />
  )
}
