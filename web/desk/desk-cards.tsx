import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type DeskSubject, deskApi } from '#contract/desk/desk.ts'
import type { Task } from '#contract/desk/task.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { TaskCapture } from './task-capture.tsx'
import css from './task-row.module.css'
import { TaskRow } from './task-row.tsx'

type DeskRecord = { subject: DeskSubject; id: string }

/** The cards beside a record, one for each kind of work about it. */
export function DeskCards({ subject, id }: DeskRecord) {
  const about = useQuery(queryOptionsFor(deskApi.about, { params: { subject, id } })).data
  return about && <TaskCard record={{ subject, id }} tasks={about.tasks} />
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
        <ul className={css.rows} data-in-card>
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
