import { Input, Slider } from '@mantine/core'
import { useId } from 'react'
import { fontStacks, type ThemeEdit, type ThemeField } from '#contract/theme.ts'
import { sayServer } from '../lib/call/server-words.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../ui/form/choice-field.tsx'
import { ColourField } from '../ui/form/colour-field.tsx'
import css from './theme.module.css'

/** Labels of a theme come from the server. */
const named = (options: readonly { value: string; label: string }[]) =>
  options.map(({ value, label }) => ({ value, label: sayServer(label) }))

/** The input that fits a theme's field. */
export function ThemeFieldInput({
  field,
  form,
}: {
  field: ThemeField
  form: ContractForm<ThemeEdit>
}) {
  const common = { form, name: `settings.${field.key}`, label: sayServer(field.label) } as const
  switch (field.type) {
    case 'colour':
      return <ColourField {...common} />
    case 'font':
      return (
        <div
          style={{ '--font': fontStacks[String(form.values.settings[field.key])] }}
          className={css.font}
        >
          <SelectField {...common} options={named(field.options)} />
        </div>
      )
    case 'select':
      return <SelectField {...common} options={named(field.options)} />
    case 'bool':
      return (
        <div className={css.wide}>
          <SwitchField {...common} />
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
      label={`${sayServer(field.label)}: ${value}${field.unit && ` ${field.unit}`}`}
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
