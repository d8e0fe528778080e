import type { ReactNode } from 'react'
import { translateFieldError } from '../../lib/field-errors.ts'
import type { ContractForm } from '../../lib/use-contract-form.ts'

type Primitive = string | number | boolean | null | undefined
type DepthCounter = [never, 0, 1, 2, 3, 4]

/** All paths of the values of a form, such as `variants.0.price`. The compiler checks them. */
export type FieldName<V, D extends number = 4> = [D] extends [never]
  ? never
  : V extends Primitive
    ? never
    : V extends readonly (infer Item)[]
      ? `${number}` | `${number}.${FieldName<Item, DepthCounter[D]>}`
      : {
          [K in keyof V & string]-?: K | `${K}.${FieldName<NonNullable<V[K]>, DepthCounter[D]>}`
        }[keyof V & string]

/** The props of every field. */
export type FieldProps<V extends Record<string, unknown>> = {
  form: ContractForm<V>
  name: FieldName<V>
  label: string
  description?: ReactNode
  placeholder?: string
  required?: boolean
  disabled?: boolean
  /** The label is only for screen readers, as in table cells. */
  hideLabel?: boolean
}

/**
 * Returns the value of a field and the props that all Mantine inputs share. `formatLimit` formats the
 * limits of its errors.
 */
export function getFieldInput<V extends Record<string, unknown>>(
  { form, name, label, description, placeholder, required, disabled, hideLabel }: FieldProps<V>,
  {
    inputType = 'input',
    formatLimit,
  }: { inputType?: 'input' | 'checkbox'; formatLimit?: (limit: number) => string } = {},
) {
  const { onChange, error, value, checked, onBlur, onFocus } = form.getInputProps(name, {
    type: inputType,
  })
  const fieldValue: unknown = value
  const fieldError = error && formatLimit ? form.findError(name) : undefined
  return {
    inputProps: {
      ...(hideLabel ? { 'aria-label': label } : { label }),
      description,
      placeholder,
      disabled,
      withAsterisk: required ?? false,
      error: fieldError ? translateFieldError(fieldError, formatLimit) : error,
      'data-path': name,
      onBlur,
      onFocus,
    },
    value: fieldValue,
    isChecked: checked === true,
    setValue: (next: unknown) => onChange(next),
  }
}
