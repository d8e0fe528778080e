import { ActionIcon } from '@mantine/core'
import { IconCheck, IconRepeat, IconRestore, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Task, taskApi } from '#contract/desk/task.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath, recordListPaths } from '../lib/navigation/record-paths.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { RowCheckbox } from '../list/table/row-checkbox.tsx'
import type { RowSelection } from '../list/table/table-column.ts'
import { formatDue, isOverdue } from './due-text.ts'
import { findRecordPath, RecordLink } from './record-link.tsx'
import css from './task-row.module.css'

/** One task: a circle that completes it, its title, and what it is about. */
export function TaskRow({
  task,
  link,
  hidesRecord = false,
  selection,
}: {
  task: Task
  link: string
  /** The page is that of the record. */
  hidesRecord?: boolean
  /** Adds a checkbox that selects the task for bulk changes. */
  selection?: RowSelection | undefined
}) {
  const { t } = useTranslation()
  const canWrite = useHasPermission()('task:write')
  const update = useRouteMutation(taskApi.update, { isSilent: true })
  const save = (body: { isCompleted?: boolean; isImportant?: boolean }, onError = () => {}) =>
    update.mutate({ params: { id: task._id }, body }, { onError })
  return (
    <li className={css.row}>
      {task.isDeleted ? (
        <RestoreButton task={task} isDisabled={!canWrite} />
      ) : (
        <CompleteButton
          task={task}
          isDisabled={!canWrite}
          onChange={(isCompleted, onError) => save({ isCompleted }, onError)}
        />
      )}
      <div className={css.rowText}>
        <Link to={link} className={css.rowTitle} data-task-link preventScrollReset>
          <bdi data-done={task.isCompleted || undefined}>{task.title}</bdi>
        </Link>
        <TaskDetails task={task} hidesRecord={hidesRecord} />
      </div>
      {selection && (
        <div className={css.select} data-selected={selection.has(task._id) || undefined}>
          <RowCheckbox
            label={t('task.select', { title: task.title })}
            isChecked={selection.has(task._id)}
            onChange={isSelected => selection.toggle(task._id, isSelected)}
          />
        </div>
      )}
      {canWrite && !task.isDeleted && (
        <ActionIcon
          variant="subtle"
          color={task.isImportant ? 'yellow' : 'gray'}
          aria-label={t('task.important', { title: task.title })}
          aria-pressed={task.isImportant}
          onClick={() => save({ isImportant: !task.isImportant })}
        >
          {task.isImportant ? <IconStarFilled size={16} /> : <IconStar size={16} stroke={1.75} />}
        </ActionIcon>
      )}
    </li>
  )
}

/** The circle fills at once, and empties if the change fails. The list then loads without the task. */
function CompleteButton({
  task,
  isDisabled,
  onChange,
}: {
  task: Task
  isDisabled: boolean
  onChange: (isCompleted: boolean, onError: () => void) => void
}) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<{ version: number; isCompleted: boolean }>()
  const isCompleted = chosen?.version === task.version ? chosen.isCompleted : task.isCompleted
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isCompleted}
      aria-label={t('task.complete', { title: task.title })}
      className={css.circle}
      disabled={isDisabled}
      onClick={() => {
        setChosen({ version: task.version, isCompleted: !isCompleted })
        onChange(!isCompleted, () => setChosen(undefined))
      }}
    >
      <IconCheck size={14} stroke={2.5} aria-hidden />
    </button>
  )
}

function RestoreButton({ task, isDisabled }: { task: Task; isDisabled: boolean }) {
  const { t } = useTranslation()
  const restore = useRouteMutation(taskApi.restore)
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      disabled={isDisabled || restore.isPending}
      aria-label={t('task.restore', { title: task.title })}
      onClick={() => restore.mutate({ params: { id: task._id } })}
    >
      <IconRestore size={18} stroke={1.75} />
    </ActionIcon>
  )
}

/** The line under the title: when it is due, steps, tags, the record and the person. */
function TaskDetails({ task, hidesRecord }: { task: Task; hidesRecord: boolean }) {
  const format = useFormatters()
  const { t } = useTranslation()
  const due = formatDue(format, task)
  const doneSteps = task.steps.filter(({ isDone }) => isDone).length
  const isLate = isOverdue(task, format.timeZone)
  const details = [
    due && (
      <span key="due" className={css.due} data-late={isLate || undefined}>
        {isLate ? t('task.overdue', { due }) : due}
      </span>
    ),
    task.repeat && (
      <IconRepeat key="repeat" size={14} stroke={1.75} aria-label={t('task.repeats')} />
    ),
    task.steps.length > 0 && (
      <span key="steps">
        {t('task.stepsDone', {
          done: format.number(doneSteps),
          total: format.number(task.steps.length),
        })}
      </span>
    ),
    task.source !== 'person' && <TaskReason key="reason" source={task.source} />,
    !hidesRecord && task.recordName && <TaskRecordLink key="record" task={task} />,
    task.assigneeName && <bdi key="assignee">{task.assigneeName}</bdi>,
    ...task.tags.map(tag => (
      <bdi key={`#${tag}`} className={css.tag}>
        #{tag}
      </bdi>
    )),
  ].filter(Boolean)
  return details.length > 0 ? <div className={css.details}>{details}</div> : null
}

export function TaskRecordLink({ task }: { task: Task }) {
  const { source, sourceId, recordName } = task
  const conversation = source === 'conversation_waiting' && sourceId
  const causePath = conversation ? getRecordPath('conversation', conversation) : undefined
  return <RecordLink path={findRecordPath(task) ?? causePath} name={recordName} />
}

/** Why a rule created the task. */
function TaskReason({ source }: Pick<Task, 'source'>) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  if (source === 'person') return null
  const reason = t(`task.rule.${source}.name`)
  return source === 'domain_failed' && hasPermission('domain:read') ? (
    <Link to={recordListPaths.domain} className={css.recordLink}>
      {reason}
    </Link>
  ) : (
    <span>{reason}</span>
  )
}
