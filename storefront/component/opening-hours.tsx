import { useFrame, useTexts } from './frame/page-context.tsx'

/** A Monday, the first day of the list. */
const firstDay = Date.UTC(2024, 0, 1)
const dayMs = 86_400_000

/** The opening hours of the store, unless it has none. */
export function OpeningHours() {
  const t = useTexts()
  const { store, contact } = useFrame()
  if (!contact.hours.some(({ isOpen }) => isOpen)) return null
  const weekday = new Intl.DateTimeFormat(store.locale, { weekday: 'long', timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(store.locale, { timeStyle: 'short', timeZone: 'UTC' })
  const formatTime = (value: string) => time.format(new Date(`2024-01-01T${value}:00Z`))
  return (
    <div>
      <h3>{t('openingHours')}</h3>
      <dl className="hours">
        {contact.hours.map(({ isOpen, from, to }, index) => {
          const day = weekday.format(firstDay + index * dayMs)
          return (
            <div key={day}>
              <dt>{day}</dt>
              <dd>{isOpen ? `${formatTime(from)} – ${formatTime(to)}` : t('closed')}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
