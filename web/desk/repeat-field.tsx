import { useTranslation } from 'react-i18next'
import {
  formatMonthWeekday,
  listMonthWeekdays,
  type MonthWeekday,
} from '#contract/desk/month-weekday.ts'
import { useFormatters } from '../lib/formatters.ts'
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

const positionNames = new Map<number, 'first' | 'second' | 'third' | 'fourth' | 'last'>([
  [1, 'first'],
  [2, 'second'],
  [3, 'third'],
  [4, 'fourth'],
  [-1, 'last'],
])

/**
 * Selects how a task or an event repeats. `rule` is the present value, which can be another rule. The day of the
 * record adds rules such as "Every month on the second Tuesday".
 */
export function RepeatField<V extends Record<string, unknown>>({
  rule: current,
  day,
  ...props
}: Omit<FieldProps<V>, 'label'> & { rule: string | null; day: string | null }) {
  const { t } = useTranslation()
  const weekdayNames = useFormatters().weekdays()
  const toOption = (monthWeekday: MonthWeekday) => ({
    value: `FREQ=MONTHLY;BYDAY=${formatMonthWeekday(monthWeekday)}`,
    label: t(`task.repeat.monthWeekday.${positionNames.get(monthWeekday.position) ?? 'last'}`, {
      weekday: weekdayNames.find(({ index }) => index === monthWeekday.weekday)?.name,
    }),
  })
  const options = repeatRules.flatMap(({ name, rule }): { value: string; label: string }[] => [
    { value: rule, label: t(`task.repeat.${name}`) },
    ...(name === 'monthly' && day ? listMonthWeekdays(day).map(toOption) : []),
  ])
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
