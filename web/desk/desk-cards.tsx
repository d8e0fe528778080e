import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CalendarItem } from '#contract/desk/calendar-event.ts'
import { type ConversationSummary, type DeskSubject, deskApi } from '#contract/desk/desk.ts'
import type { Task } from '#contract/desk/task.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { PermissionGate, usePermission } from '../lib/session/permission-gate.tsx'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './desk-rows.module.css'
import { DiscussButton } from './discuss-button.tsx'
import { formatTimeOfDay } from './due-text.ts'
import { formatWaitingTime, isWaitingLong } from './format-waiting-time.ts'
import { TaskCapture } from './task-capture.tsx'
import taskCss from './task-row.module.css'
import { TaskRow } from './task-row.tsx'

type DeskRecord = { subject: DeskSubject; id: string }

/** The cards beside a record, one for each kind of work about it. */
export function DeskCards({ subject, id }: DeskRecord) {
  const about = useQuery(queryOptionsFor(deskApi.about, { params: { subject, id } })).data
  return (
    about && (
      <>
        <PermissionGate permission="task:read">
          <TaskCard record={{ subject, id }} tasks={about.tasks} />
        </PermissionGate>
        <ConversationCard record={{ subject, id }} conversations={about.conversations} />
        <EventCard record={{ subject, id }} events={about.events} />
        <PermissionGate permission="conversation:write">
          <DiscussButton subject={subject} id={id} />
        </PermissionGate>
      </>
    )
  )
}

function TaskCard({
  record: { subject, id },
  tasks,
}: {
  record: DeskRecord
  tasks: readonly Task[]
}) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('shell.menu.tasks')}>
      <PermissionGate permission="task:write">
        <TaskCapture defaults={{ [`${subject}Id`]: id }} />
      </PermissionGate>
      {tasks.length > 0 && (
        <ul className={taskCss.rows} data-in-card>
          {tasks.map(task => (
            <TaskRow
              key={task._id}
              task={task}
              link={`/apps/todo/open?edit=${task._id}`}
              hidesRecord
            />
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function ConversationCard({
  record: { subject: recordSubject, id },
  conversations,
}: {
  record: DeskRecord
  conversations: readonly ConversationSummary[]
}) {
  const { t } = useTranslation()
  // A product has no recipient.
  const canWrite = usePermission('conversation:write') && recordSubject !== 'product'
  if (conversations.length === 0 && !canWrite) return null
  return (
    <SectionCard
      title={t('conversation.open')}
      actions={
        canWrite && (
          <CardLink
            label={t('conversation.newMessage')}
            to={`/apps/email/inbox?message=${recordSubject}-${id}`}
          />
        )
      }
    >
      {conversations.length === 0 && (
        <span className="sw-dimmed">{t('conversation.noneOpen')}</span>
      )}
      {conversations.length > 0 && (
        <ul className={css.rows}>
          {conversations.map(({ _id, subject, name, email, lastMessageAt, waitingSince }) => (
            <li key={_id}>
              <Link to={getRecordPath('conversation', _id)} className={css.row}>
                <span className={css.subject} dir="auto">
                  {subject || t('conversation.noSubject')}
                </span>
                <span className={css.details}>
                  <bdi className={css.person}>{name || formatEmail(email)}</bdi>
                  {waitingSince ? (
                    <WaitingTime since={waitingSince} />
                  ) : (
                    <RelativeTime time={lastMessageAt} />
                  )}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function EventCard({
  record: { subject, id },
  events,
}: {
  record: DeskRecord
  events: readonly CalendarItem[]
}) {
  const { t } = useTranslation()
  const canWrite = usePermission('calendar:write')
  if (events.length === 0 && !canWrite) return null
  return (
    <SectionCard
      title={t('desk.events')}
      actions={
        canWrite && (
          <CardLink
            label={t('desk.newEvent')}
            to={`/apps/calendar?edit=new&about=${subject}-${id}`}
          />
        )
      }
    >
      {events.length === 0 && <span className="sw-dimmed">{t('desk.noEvents')}</span>}
      {events.length > 0 && (
        <ul className={css.rows}>
          {events.map(event => (
            <li key={`${event.kind} ${event.recordId}`}>
              <EventRow event={event} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

/** An event, or a date of the order. The page itself has what to do until its ship-by day. */
function EventRow({ event }: { event: CalendarItem }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { kind, recordId, title, start, isAllDay, occursOn, detail } = event
  const day = start.slice(0, 10)
  const content = (
    <>
      <span className={css.subject} dir="auto">
        {kind === 'shipBy' && t('order.side.shipBy')}
        {kind === 'invoice' && t('calendar.invoiceDue', { number: title })}
        {kind === 'event' && title}
      </span>
      <span className={css.details}>
        {format.parts([
          format.day(day, { dateStyle: 'medium' }),
          !isAllDay && formatTimeOfDay(format, start.slice(11)),
          detail === 'overdue' && t('calendar.overdue'),
        ])}
      </span>
    </>
  )
  if (kind === 'shipBy') return <div className={css.row}>{content}</div>
  const params = new URLSearchParams({ day, edit: recordId ?? '', on: occursOn ?? day })
  const path =
    kind === 'invoice' ? getRecordPath('invoice', recordId ?? '') : `/apps/calendar?${params}`
  return (
    <Link to={path} className={css.row}>
      {content}
    </Link>
  )
}

function WaitingTime({ since }: { since: string }) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <span
      className={css.waiting}
      data-long={isWaitingLong(since) || undefined}
      title={format.dateTime(since)}
    >
      {t('conversation.waitsFor', { time: formatWaitingTime(format.locale, since) })}
    </span>
  )
}

const CardLink = ({ label, to }: { label: string; to: string }) => (
  <Button component={Link} to={to} variant="default" size="xs">
    {label}
  </Button>
)
