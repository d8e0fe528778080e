import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/staff/role.ts'
import { StaffStatus } from '#contract/staff/staff.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useRoleName } from '../lib/session/use-role-labels.ts'
import { toOptions } from '../lib/to-options.ts'
import type { ListFilter } from '../list/list-filters.tsx'
import { TextFilterInput } from '../list/text-filter-input.tsx'
import { DayInput } from '../ui/date/day-input.tsx'

/** Returns the filters of the columns of the staff list. */
export function useStaffFilters(roles: readonly Role[]): ListFilter[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatRoleName = useRoleName()
  const toTextFilter = (key: 'name' | 'email', label: string): ListFilter => ({
    key,
    label,
    isText: true,
    formatValue: String,
    render: (value, onChange) => (
      <TextFilterInput label={label} value={value} onChange={onChange} />
    ),
  })
  const toDayFilter = (key: 'lastSeenFrom' | 'lastSeenTo' | 'from' | 'to'): ListFilter => ({
    key,
    label: t(`staff.field.${key}`),
    formatValue: value => format.day(String(value)),
    render: (value, onChange) => (
      <DayInput
        size="xs"
        data-autofocus
        label={t(`staff.field.${key}`)}
        value={typeof value === 'string' ? value : ''}
        onChange={day => onChange(day || undefined)}
      />
    ),
  })
  return [
    toTextFilter('name', t('staff.field.person')),
    toTextFilter('email', t('staff.field.email')),
    {
      key: 'role',
      label: t('staff.field.role'),
      options: roles.map(({ role, name }) => ({ value: role, label: formatRoleName(role, name) })),
    },
    {
      key: 'status',
      label: t('staff.field.status'),
      options: toOptions(StaffStatus.options, value => t(`staff.status.${value}`)),
    },
    toDayFilter('lastSeenFrom'),
    toDayFilter('lastSeenTo'),
    toDayFilter('from'),
    toDayFilter('to'),
  ]
}
