import '@mantine/dates/styles.layer.css'
import { FocusTrap } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { type Formatters, useFormatters } from '../../lib/formatters.ts'
import { toLocalDay } from '../../lib/time-zone.ts'
import css from './day-input.module.css'

type Props = {
  day: string
  min?: string | undefined
  max?: string | undefined
  onPick: (day: string) => void
}

/** A month of days, in the language of the user. It has the focus while it is open. */
export function DayCalendar({ day, min, max, onPick }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const today = toLocalDay(Date.now(), format.timeZone)
  // A day outside of the limits is disabled and cannot have the focus.
  const focusedDay = limitDay(day || today, min, max)
  const [firstWeekday] = format.weekdays()
  return (
    <FocusTrap active>
      <div>
        <DatePicker
          value={day || null}
          defaultDate={focusedDay}
          minDate={min || undefined}
          maxDate={max || undefined}
          onChange={picked => picked && onPick(picked)}
          allowDeselect={false}
          firstDayOfWeek={toSundayIndex(firstWeekday?.index ?? 0)}
          weekendDays={[]}
          classNames={{ weekday: css.weekday, day: css.day }}
          getDayProps={date => ({
            'data-autofocus': date === focusedDay || undefined,
            // Today in the time zone of the store, unlike `highlightToday`.
            'aria-current': date === today ? 'date' : undefined,
          })}
          getDayAriaLabel={date => format.day(date, { dateStyle: 'full' })}
          weekdayFormat={date => formatWeekday(date, format)}
          monthLabelFormat={date => format.day(date, { month: 'long', year: 'numeric' })}
          monthsListFormat={date => format.day(date, { month: 'short' })}
          yearLabelFormat={date => format.day(date, { year: 'numeric' })}
          yearsListFormat={date => format.day(date, { year: 'numeric' })}
          decadeLabelFormat={(from, to) => `${from.slice(0, 4)}–${to.slice(0, 4)}`}
          ariaLabels={{
            previousMonth: t('ui.date.previousMonth'),
            nextMonth: t('ui.date.nextMonth'),
            previousYear: t('ui.date.previousYear'),
            nextYear: t('ui.date.nextYear'),
            previousDecade: t('ui.date.previousDecade'),
            nextDecade: t('ui.date.nextDecade'),
          }}
          __stopPropagation
        />
      </div>
    </FocusTrap>
  )
}

function limitDay(day: string, min: string | undefined, max: string | undefined): string {
  if (min && day < min) return min
  return max && day > max ? max : day
}

/** Converts the index of a weekday from Monday to Sunday as the first day. */
const toSundayIndex = (index: number) => {
  const days = [1, 2, 3, 4, 5, 6, 0] as const
  return days[index] ?? 1
}

/** Arabic has no short names of weekdays, and a column has no space for "الأربعاء". */
function formatWeekday(day: string, format: Formatters) {
  const shortName = format.day(day, { weekday: 'short' })
  return shortName.length > 4 ? format.day(day, { weekday: 'narrow' }) : shortName
}
