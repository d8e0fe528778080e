import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { maxImageMegabytes } from '#contract/lib/image.ts'
import type {
  StorefrontFormError,
  StorefrontFormState,
} from '#contract/storefront/storefront-form.ts'
import type { StorefrontTranslate } from '../locales/texts.ts'
import { useTexts } from './frame/page-context.tsx'

type Props = {
  state: StorefrontFormState
  name: string
  label: string
  /** Follows the label of a field that can stay empty. */
  isOptional?: boolean
  /** False if the form can be sent without the field, because it is hidden. The server checks it. */
  isEnforced?: boolean
  /** Ends the ids of a form that can be on a page twice. */
  idSuffix?: string
}

/** A field with its label and its error. The first field with an error has the focus. */
export function LabeledInput({
  state,
  name,
  label,
  isOptional = false,
  isEnforced = !isOptional,
  idSuffix = '',
  ...attributes
}: Props & InputHTMLAttributes<HTMLInputElement>) {
  const t = useTexts()
  const id = name + idSuffix
  return (
    <p className="field">
      <FieldLabel id={id} label={label} isOptional={isOptional} />
      <input
        name={name}
        {...attributes}
        {...toFieldAttributes(state, name, id)}
        required={isEnforced}
      />
      <FieldError id={id} error={state.errors[name]} t={t} />
    </p>
  )
}

export function LabeledTextarea({
  state,
  name,
  label,
  isOptional = false,
  idSuffix = '',
  ...attributes
}: Props & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const t = useTexts()
  const id = name + idSuffix
  return (
    <p className="field">
      <FieldLabel id={id} label={label} isOptional={isOptional} />
      <textarea
        name={name}
        {...attributes}
        {...toFieldAttributes(state, name, id)}
        required={!isOptional}
      />
      <FieldError id={id} error={state.errors[name]} t={t} />
    </p>
  )
}

type SelectProps = Props & {
  autoComplete: string
  options: readonly { value: string; label: string }[]
}

export function LabeledSelect({
  state,
  name,
  label,
  autoComplete,
  options,
  isOptional = false,
  isEnforced = !isOptional,
  idSuffix = '',
}: SelectProps) {
  const t = useTexts()
  const id = name + idSuffix
  return (
    <p className="field">
      <FieldLabel id={id} label={label} isOptional={isOptional} />
      <select
        name={name}
        autoComplete={autoComplete}
        required={isEnforced}
        {...toFieldAttributes(state, name, id)}
      >
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldError id={id} error={state.errors[name]} t={t} />
    </p>
  )
}

/** The email of a form about future emails. */
export function EmailInput({ state, idSuffix }: Pick<Props, 'state' | 'idSuffix'>) {
  return (
    <LabeledInput
      state={state}
      idSuffix={idSuffix}
      name="email"
      label={useTexts()('contactEmail')}
      type="email"
      autoComplete="email"
      maxLength={254}
    />
  )
}

/** A field that people do not see, so that only programs fill it in. */
export function SpamTrap({ idSuffix }: { idSuffix: string }) {
  const t = useTexts()
  return (
    <p className="form-trap" aria-hidden="true">
      <label htmlFor={`field-website${idSuffix}`}>Website</label>
      <input
        id={`field-website${idSuffix}`}
        name="website"
        tabIndex={-1}
        autoComplete="off"
        toolparamdescription={t('tool.emptyField')}
      />
    </p>
  )
}

/** The error of the form as a whole. */
export function FormErrorText({ state }: { state: StorefrontFormState }) {
  const t = useTexts()
  return state.error ? (
    <p className="form-error" role="alert">
      {formatError(state.error, t)}
    </p>
  ) : null
}

function FieldLabel({
  id,
  label,
  isOptional,
}: Pick<Props, 'label' | 'isOptional'> & { id: string }) {
  const t = useTexts()
  return (
    <label htmlFor={`field-${id}`}>
      {label}
      {isOptional && <span className="field-optional"> ({t('optional')})</span>}
    </label>
  )
}

const toFieldAttributes = (state: StorefrontFormState, name: string, id: string) => {
  const hasError = state.errors[name] !== undefined
  return {
    id: `field-${id}`,
    defaultValue: state.values[name],
    autoFocus: Object.keys(state.errors)[0] === name,
    ...(hasError && { 'aria-invalid': true, 'aria-describedby': `error-${id}` }),
  }
}

type FieldErrorProps = {
  id: string
  error: StorefrontFormError | undefined
  t: StorefrontTranslate
}

const FieldError = ({ id, error, t }: FieldErrorProps) =>
  error ? (
    <span className="field-error" id={`error-${id}`}>
      {formatError(error, t)}
    </span>
  ) : null

function formatError(
  { code, count = 0, example = '' }: StorefrontFormError,
  t: StorefrontTranslate,
): string {
  switch (code) {
    case 'required':
      return t('formErrors.required')
    case 'invalid_postal_code':
      return t('formErrors.invalidPostalCode', { example })
    case 'invalid_email':
      return t('formErrors.invalidEmail')
    case 'invalid_phone':
      return t('formErrors.invalidPhone')
    case 'invalid_vat_id':
      return t('taxes.invalidVatId')
    case 'too_long':
      return t('formErrors.tooLong', { count })
    case 'too_many_attempts':
    case 'too_many_attempts_minutes':
      return t('tooManyRequestsText')
    case 'other_delivery_price':
      return t('orderPage.otherDelivery')
    case 'payment_unavailable':
      return t('payments.unavailable')
    case 'payment_amount_unsupported':
      return t('payments.amountUnsupported')
    case 'images_too_many':
      return t('imageErrors.tooMany', { count })
    case 'image_too_large':
      return t('imageErrors.tooLarge', { size: maxImageMegabytes })
    case 'too_many_pixels':
      return t('imageErrors.tooManyPixels')
    case 'image_type_unsupported':
      return t('imageErrors.type')
    case 'damaged':
      return t('imageErrors.damaged')
    case 'wrong_password':
      return t('formErrors.wrongPassword')
    default:
      return t('formErrors.invalid')
  }
}
