import { Input, Slider } from '@mantine/core'
import { useId } from 'react'
import { fontStacks, type ThemeEdit, type ThemeField } from '#contract/theme.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../ui/form/choice-field.tsx'
import { ColorField } from '../ui/form/color-field.tsx'
import css from './theme.module.css'
import { getFieldLabel, getFieldOptions } from './theme-labels.ts'

/** The input for one setting of a theme. */
export function ThemeFieldInput({
  field,
  form,
}: {
  field: ThemeField
  form: ContractForm<ThemeEdit>
}) {
  const sharedProps = {
    form,
    name: `settings.${field.key}`,
    label: getFieldLabel(field),
  } as const
  switch (field.type) {
    case 'color':
      return <ColorField {...sharedProps} />
    case 'font':
      return (
        <div
          style={{ '--font': fontStacks[String(form.values.settings[field.key])] }}
          className={css.fontField}
        >
          <SelectField {...sharedProps} options={getFieldOptions(field)} />
        </div>
      )
    case 'select':
      return <SelectField {...sharedProps} options={getFieldOptions(field)} />
    case 'boolean':
      return (
        <div className={css.fullWidth}>
          <SwitchField {...sharedProps} />
        </div>
      )
    case 'number':
      return <NumberSlider field={field} form={form} />
  }
}

function NumberSlider({
  field,
  form,
}: {
  field: Extract<ThemeField, { type: 'number' }>
  form: ContractForm<ThemeEdit>
}) {
  const id = useId()
  const value = Number(form.values.settings[field.key])
  return (
    <Input.Wrapper
      label={`${getFieldLabel(field)}: ${value}${field.unit && ` ${field.unit}`}`}
      labelElement="div"
      labelProps={{ id }}
      error={form.errors[`settings.${field.key}`]}
    >
      <Slider
        min={field.min}
        max={field.max}
        step={field.step}
        value={value}
        label={null}
        thumbProps={{ 'aria-labelledby': id }}
        my={8}
        data-path={`settings.${field.key}`}
        onChange={next => form.setFieldValue(`settings.${field.key}`, next)}
      />
    </Input.Wrapper>
  )
}
