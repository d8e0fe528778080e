import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CalendarKind, EventCategory } from '#contract/desk/calendar-event.ts'
import type { Permission } from '#contract/lib/call/permission.ts'
import { useHasPermission } from '../lib/session/session.ts'
import css from './calendar.module.css'
import { type ItemFilter, kindIcons } from './item-look.ts'

/** The permission to read the records of a date. */
export const kindPermissions = {
  task: 'task:read',
  shipBy: 'order:read',
  discount: 'product:read',
  invoice: 'invoice:read',
  theme: 'theme:read',
  post: 'cms:read',
} satisfies Record<Exclude<CalendarKind, 'event'>, Permission>

/** Switches that show and hide the categories of events, and the dates of other records. */
export function CalendarFilters({
  hidden,
  onToggle,
}: {
  hidden: readonly string[]
  onToggle: (name: string) => void
}) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const kinds = CalendarKind.options.filter(kind => kind !== 'event')
  const filters: ItemFilter[] = [
    ...EventCategory.options,
    ...kinds.filter(kind => hasPermission(kindPermissions[kind])),
  ]
  return (
    <fieldset className={css.filters}>
      <legend className="sw-hidden">{t('calendar.filters')}</legend>
      {filters.map(name => {
        const isShown = !hidden.includes(name)
        const kind = kinds.find(candidate => candidate === name)
        const Icon = kind ? kindIcons[kind] : IconCheck
        return (
          <button
            key={name}
            type="button"
            role="switch"
            aria-checked={isShown}
            className={css.filter}
            data-filter={name}
            onClick={() => onToggle(name)}
          >
            <Icon size={14} stroke={kind ? 1.75 : 2.5} aria-hidden />
            {t(`calendar.filter.${name}`)}
          </button>
        )
      })}
    </fieldset>
  )
}
