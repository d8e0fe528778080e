import { useTranslation } from 'react-i18next'
import { SelectField } from '../ui/field/choice-field.tsx'
import type { FieldProps } from '../ui/field/form-field.ts'

/** Rules in words. Those that depend on the day of the record follow it. */
const repeatRules = [
  { name: 'daily', rule: 'FREQ=DAILY' },
  { name: 'workdays', rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' },
  { name: 'weekly', rule: 'FREQ=WEEKLY' },
  { name: 'biweekly', rule: 'FREQ=WEEKLY;INTERVAL=2' },
  { name: 'monthly', rule: 'FREQ=MONTHLY' },
  { name: 'monthEnd', rule: 'FREQ=MONTHLY;BYMONTHDAY=-1' },
  { name: 'quarterly', rule: 'FREQ=MONTHLY;INTERVAL=3' },
  { name: 'yearly', rule: 'FREQ=YEARLY' },
] as const

/** Selects how a task or an event repeats. `rule` is the present value, which can be another rule. */
export function RepeatField<V extends Record<string, unknown>>({
  rule: current,
  ...props
}: Omit<FieldProps<V>, 'label'> & { rule: string | null }) {
  const { t } = useTranslation()
  const options: { value: string; label: string }[] = repeatRules.map(({ name, rule }) => ({
    value: rule,
    label: t(`task.repeat.${name}`),
  }))
  const isOther = current !== null && !options.some(({ value }) => value === current)
  return (
    <SelectField
      {...props}
      label={t('task.field.repeat')}
      placeholder={t('task.repeat.never')}
      clearable
      options={isOther ? [...options, { value: current, label: t('task.repeat.other') }] : options}
    />
  )
}
