import { TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type TaskInput, taskApi, taskLimits } from '#contract/desk/task.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useSession } from '../lib/session/session.ts'
import { toLocalDay } from '../lib/time-zone.ts'
import css from './task.module.css'

/** What a captured task has besides its title. */
export type CaptureDefaults = Omit<Partial<TaskInput>, 'title'> & { isDueToday?: boolean }

/** One field that adds a task with Enter. The task is assigned to the person who adds it. */
export function TaskCapture({ defaults = {} }: { defaults?: CaptureDefaults }) {
  const { t } = useTranslation()
  const { timeZone } = useFormatters()
  const personId = useSession()?._id ?? null
  const [title, setTitle] = useState('')
  const create = useRouteMutation(taskApi.create, { isSilent: true })
  const { isDueToday, ...fields } = defaults
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (title.trim() === '' || create.isPending) return
    create.mutate(
      {
        body: {
          title,
          assigneeId: personId,
          ...(isDueToday && { dueDate: toLocalDay(Date.now(), timeZone) }),
          ...fields,
        },
      },
      { onSuccess: () => setTitle('') },
    )
  }
  return (
    <form className={css.capture} onSubmit={handleSubmit}>
      <TextInput
        variant="unstyled"
        value={title}
        maxLength={taskLimits.title}
        placeholder={t('task.capture')}
        aria-label={t('task.capture')}
        autoComplete="off"
        leftSection={<IconPlus size={18} stroke={1.75} />}
        onChange={event => setTitle(event.currentTarget.value)}
      />
    </form>
  )
}
