import { type CheckoutField, listFieldChoices } from '#contract/cms/checkout-settings.ts'
import { getAnswerName } from '#contract/storefront/checkout-answer-name.ts'
import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { LabeledInput, LabeledSelect, LabeledTextarea } from '../form-field.tsx'
import { useContentLanguage, useTexts } from '../frame/page-context.tsx'

type Props = { checkout: StorefrontCheckout; form: StorefrontFormState }

/** The inputs of the checkout fields. The script replaces them if another delivery has others. */
export function CheckoutFieldInputs({ checkout: { fields }, form }: Props) {
  const t = useTexts()
  const language = useContentLanguage()
  return (
    <fieldset
      className="checkout-questions"
      data-fields={fields.map(({ slot }) => slot).join(' ')}
      hidden={fields.length === 0}
    >
      <legend>{t('moreDetails')}</legend>
      <div {...language}>
        {fields.map(field => (
          <CheckoutFieldInput key={field.slot} field={field} form={form} />
        ))}
      </div>
    </fieldset>
  )
}

function CheckoutFieldInput({ field, form }: { field: CheckoutField; form: StorefrontFormState }) {
  const { kind, label } = field
  const commonProps = {
    state: form,
    name: getAnswerName(field),
    label,
    isOptional: !field.required,
    autoComplete: 'off',
  }
  switch (kind) {
    case 'text':
      return <LabeledInput {...commonProps} maxLength={200} />
    case 'longText':
      return <LabeledTextarea {...commonProps} rows={3} maxLength={1000} />
    case 'date':
      return <LabeledInput {...commonProps} type="date" />
    case 'select':
      return (
        <LabeledSelect
          {...commonProps}
          options={['', ...listFieldChoices(field)].map(choice => ({
            value: choice,
            label: choice || '–',
          }))}
        />
      )
    case 'checkbox':
      return <AnswerBox field={field} form={form} />
  }
}

function AnswerBox({ field, form }: { field: CheckoutField; form: StorefrontFormState }) {
  const t = useTexts()
  const name = getAnswerName(field)
  const hasError = form.errors[name] !== undefined
  return (
    <div className="field-choice">
      <label>
        <input
          type="checkbox"
          name={name}
          defaultChecked={form.values[name] === 'on'}
          required={field.required}
          {...(hasError && { 'aria-invalid': true, 'aria-describedby': `error-${name}` })}
        />
        {field.label}
      </label>
      {hasError && (
        <span className="field-error" id={`error-${name}`}>
          {t('formErrors.required')}
        </span>
      )}
    </div>
  )
}
