import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type TaskView, taskApi } from '#contract/desk/task.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { type BulkTarget, useBulkAction } from '../lib/call/use-bulk-action.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toLocalDay } from '../lib/time-zone.ts'
import { BulkTagsDialog } from '../list/bulk-tags-dialog.tsx'

const dayMs = 86_400_000

/** Buttons that complete, assign, tag, delete or restore the selected tasks, or change their due date. */
export function TaskBulkActions({ selection, view }: { selection: BulkTarget; view: TaskView }) {
  const { t } = useTranslation()
  const [isTagging, setTagging] = useState(false)
  const update = useBulkAction(taskApi.bulkUpdate, selection, 'task.bulkDone')
  const tags = useQuery(queryOptionsFor(taskApi.counts, {})).data?.tags ?? []
  const button = { variant: 'default', size: 'compact-sm', disabled: selection.isBusy }
  if (view === 'deleted')
    return (
      <Button {...button} onClick={() => update.mutate({ isDeleted: false })}>
        {t('task.bulk.restore')}
      </Button>
    )
  const isDone = view === 'completed'
  return (
    <>
      <Button {...button} onClick={() => update.mutate({ isCompleted: !isDone })}>
        {t(isDone ? 'task.bulk.reopen' : 'task.bulk.complete')}
      </Button>
      {!isDone && <AssigneeMenu button={button} onChoose={update.mutate} />}
      {!isDone && <DueDateMenu button={button} onChoose={update.mutate} />}
      <Button {...button} onClick={() => setTagging(true)}>
        {t('task.field.tags')}
      </Button>
      <Button {...button} onClick={() => update.mutate({ isDeleted: true })}>
        {t('task.bulk.delete')}
      </Button>
      {isTagging && (
        <BulkTagsDialog
          count={selection.count}
          suggestions={tags.map(({ tag }) => tag)}
          isBusy={update.isPending}
          onClose={() => setTagging(false)}
          onApply={({ add, remove }) =>
            update.mutate(
              { addTags: add, removeTags: remove },
              { onSettled: () => setTagging(false) },
            )
          }
        />
      )}
    </>
  )
}

type MenuProps<C> = {
  button: { variant: string; size: string; disabled: boolean }
  onChoose: (change: C) => void
}

function AssigneeMenu({ button, onChoose }: MenuProps<{ assigneeId: string | null }>) {
  const { t } = useTranslation()
  const people = useQuery(queryOptionsFor(taskApi.listAssignees, {})).data ?? []
  const choices = [...people, { _id: null, name: t('task.nobody') }]
  return (
    <ChoiceMenu
      label={t('task.field.assignee')}
      button={button}
      choices={choices.map(({ _id, name }) => ({ label: name, value: _id }))}
      onChoose={assigneeId => onChoose({ assigneeId })}
    />
  )
}

function DueDateMenu({ button, onChoose }: MenuProps<{ dueDate: string | null }>) {
  const { t } = useTranslation()
  const { timeZone } = useFormatters()
  const getDay = (days: number) => toLocalDay(Date.now() + days * dayMs, timeZone)
  return (
    <ChoiceMenu
      label={t('task.field.dueDate')}
      button={button}
      choices={[
        { label: t('task.bulk.today'), value: getDay(0) },
        { label: t('task.bulk.tomorrow'), value: getDay(1) },
        { label: t('task.bulk.inAWeek'), value: getDay(7) },
        { label: t('task.bulk.noDate'), value: null },
      ]}
      onChoose={dueDate => onChoose({ dueDate })}
    />
  )
}

function ChoiceMenu({
  label,
  button,
  choices,
  onChoose,
}: MenuProps<string | null> & {
  label: string
  choices: readonly { label: string; value: string | null }[]
}) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button {...button} rightSection={<IconChevronDown size={14} stroke={1.75} />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {choices.map(choice => (
          <Menu.Item key={choice.value ?? ''} onClick={() => onChoose(choice.value)}>
            <bdi>{choice.label}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
