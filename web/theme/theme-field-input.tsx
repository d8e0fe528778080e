import { Input, Slider } from '@mantine/core'
import { useId } from 'react'
import { fontStacks, type ThemeEdit, type ThemeField } from '#contract/theme.ts'
import { translateServerMessage } from '../lib/call/translate-server-message.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../ui/form/choice-field.tsx'
import { ColorField } from '../ui/form/color-field.tsx'
import css from './theme.module.css'

/** Labels of a theme come from the server. */
const translateOptions = (options: readonly { value: string; label: string }[]) =>
  options.map(({ value, label }) => ({ value, label: translateServerMessage(label) }))

/** The input that fits a theme's field. */
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
    label: translateServerMessage(field.label),
  } as const
  switch (field.type) {
    case 'colour':
      return <ColorField {...sharedProps} />
    case 'font':
      return (
        <div
          style={{ '--font': fontStacks[String(form.values.settings[field.key])] }}
          className={css.font}
        >
          <SelectField {...sharedProps} options={translateOptions(field.options)} />
        </div>
      )
    case 'select':
      return <SelectField {...sharedProps} options={translateOptions(field.options)} />
    case 'bool':
      return (
        <div className={css.wide}>
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
      label={`${translateServerMessage(field.label)}: ${value}${field.unit && ` ${field.unit}`}`}
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
