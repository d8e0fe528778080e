import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ConversationSummary, type DeskSubject, deskApi } from '#contract/desk/desk.ts'
import type { Task } from '#contract/desk/task.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './desk-rows.module.css'
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
        <TaskCard record={{ subject, id }} tasks={about.tasks} />
        {about.conversations.length > 0 && <ConversationCard conversations={about.conversations} />}
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

function ConversationCard({ conversations }: { conversations: readonly ConversationSummary[] }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('conversation.open')}>
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
    </SectionCard>
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
