import { useRef } from 'react'
import type { Task } from '#contract/desk/task.ts'
import css from '../desk/task-row.module.css'
import { TaskRow } from '../desk/task-row.tsx'
import type { RowSelection } from '../list/table/table-column.ts'
import { useTaskKeys } from './use-task-keys.ts'

/** A list of tasks. J and K or arrows move the focus, Space completes, Enter opens. */
export function TaskRows({
  tasks,
  getLink,
  selection,
}: {
  tasks: readonly Task[]
  getLink: (id: string) => string
  selection: RowSelection | undefined
}) {
  const rows = useRef<HTMLUListElement>(null)
  useTaskKeys(rows)
  return (
    <ul ref={rows} className={css.rows}>
      {tasks.map(task => (
        <TaskRow key={task._id} task={task} link={getLink(task._id)} selection={selection} />
      ))}
    </ul>
  )
}
