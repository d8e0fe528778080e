import type { SectionType } from '#contract/section/section-catalog.ts'
import type { SectionFields } from '#contract/section/section-field.ts'
import type { InvalidField } from '../state/invalid-field.ts'
import { isFieldRelevant } from './relevant-fields.ts'
import { getFieldHint, getFieldName, getOptionName } from './section-labels.ts'
import { SettingInput } from './setting-input.tsx'
import css from './theme-form.module.css'

type Values = Record<string, unknown>
type Props = {
  type: SectionType
  fields: SectionFields
  values: Values
  /** The start of the path of each input: `''` in a section, the id and a point in an item. */
  pathPrefix: string
  invalidFields: readonly Pick<InvalidField, 'field' | 'message'>[]
  isDisabled: boolean
  /** `typedField` is set if the next keystroke continues this change. */
  onChange: (values: Values, typedField?: string) => void
}

/** The inputs of a section or item, made from the fields of the contract. */
export function FieldsForm({
  type,
  fields,
  values,
  pathPrefix,
  invalidFields,
  isDisabled,
  onChange,
}: Props) {
  const altKey = fields['alt']?.type === 'text' ? 'alt' : undefined
  return (
    <div className={css.fields}>
      {Object.entries(fields).map(([key, field]) => {
        if (!isFieldRelevant(type, key, values)) return null
        const isTyped = ['text', 'multiline', 'richText', 'number', 'link', 'video'].includes(
          field.type,
        )
        return (
          <SettingInput
            key={key}
            field={field}
            label={getFieldName(type, key)}
            hint={getFieldHint(key)}
            path={`${pathPrefix}${key}`}
            value={values[key]}
            alt={altKey && String(values[altKey] ?? '')}
            error={invalidFields.find(invalid => invalid.field === key)?.message}
            isDisabled={isDisabled}
            getOptionName={value => getOptionName(key, value)}
            onChange={value => onChange({ ...values, [key]: value }, isTyped ? key : undefined)}
            onAltChange={alt => altKey && onChange({ ...values, [altKey]: alt }, altKey)}
          />
        )
      })}
    </div>
  )
}
