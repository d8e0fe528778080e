import { IconLock, IconRepeat } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { CalendarItem } from '#contract/desk/calendar-event.ts'
import css from './calendar-item.module.css'
import { endDrag, startDrag } from './drag-item.ts'
import { getItemFilter, getItemPath, kindIcons, useItemTexts } from './item-look.ts'

/** An item of the calendar as a colored bar that opens it. Events can be dragged. */
export function CalendarItemLink({
  item,
  canDrag,
  style,
  startsBefore = false,
  endsAfter = false,
  children,
}: {
  item: CalendarItem
  canDrag: boolean
  style?: CSSProperties
  startsBefore?: boolean
  endsAfter?: boolean
  children?: ReactNode
}) {
  const [params] = useSearchParams()
  const texts = useItemTexts()
  const label = texts.getLabel(item)
  const time = texts.getTime(item)
  const Icon = kindIcons[item.kind]
  const isEvent = item.kind === 'event'
  return (
    <Link
      to={getItemPath(item, params)}
      preventScrollReset
      className={css.item}
      style={style}
      data-filter={getItemFilter(item)}
      data-overdue={item.detail === 'overdue' || undefined}
      data-starts-before={startsBefore || undefined}
      data-ends-after={endsAfter || undefined}
      data-calendar-item
      aria-label={label}
      title={label}
      draggable={isEvent && canDrag}
      onDragStart={event => startDrag(event, item)}
      onDragEnd={endDrag}
    >
      {!isEvent && <Icon size={14} stroke={1.75} aria-hidden />}
      {time && <span className={css.time}>{time}</span>}{' '}
      <bdi className={css.title}>{texts.getTitle(item)}</bdi>
      {children}
      <ItemMarks item={item} />
    </Link>
  )
}

function ItemMarks({ item: { isPrivate, isRepeated } }: { item: CalendarItem }) {
  const { t } = useTranslation()
  return (
    <>
      {isRepeated && <IconRepeat size={12} stroke={1.75} aria-label={t('calendar.repeats')} />}
      {isPrivate && <IconLock size={12} stroke={1.75} aria-label={t('calendar.field.private')} />}
    </>
  )
}
