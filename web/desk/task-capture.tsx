import { TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ParsedTask, parseTask } from '#contract/desk/parse-task.ts'
import { type TaskInput, taskApi, taskLimits } from '#contract/desk/task.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useSession } from '../lib/session/session.ts'
import { toLocalDay, toLocalTime } from '../lib/time-zone.ts'
import { formatDue } from './due-text.ts'
import css from './task-row.module.css'

/** What a captured task has besides what its text says. */
export type CaptureDefaults = Omit<Partial<TaskInput>, 'title'> & { isDueToday?: boolean }

/**
 * One field that adds a task with Enter. It shows which words it has understood as the due time, tags
 * or importance. The task is assigned to the person who adds it.
 */
export function TaskCapture({
  defaults = {},
  isSilent = true,
  autoFocus = false,
  onAdded,
}: {
  defaults?: CaptureDefaults
  /** The new task appears on the page, so that no message is needed. */
  isSilent?: boolean
  autoFocus?: boolean
  onAdded?: () => void
}) {
  const { t } = useTranslation()
  const { timeZone } = useFormatters()
  const personId = useSession()?._id ?? null
  const [text, setText] = useState('')
  const parsed = useParsedTask(text)
  const create = useRouteMutation(taskApi.create, { isSilent })
  const { isDueToday, ...fields } = defaults
  // No form, because the field can be inside that of a record.
  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (parsed.title === '' || create.isPending) return
    const { title, dueDate, dueTime, tags, isImportant } = parsed
    const today = isDueToday ? toLocalDay(Date.now(), timeZone) : null
    const body = {
      ...fields,
      title,
      assigneeId: personId,
      dueDate: dueDate ?? today,
      dueTime,
      tags: [...new Set([...(fields.tags ?? []), ...tags])],
      isImportant: isImportant || fields.isImportant === true,
    }
    create.mutate(
      { body },
      {
        onSuccess: () => {
          // The next task can be typed already.
          setText(current => (current === text ? '' : current))
          onAdded?.()
        },
      },
    )
  }
  return (
    <div className={css.capture}>
      <TextInput
        variant="unstyled"
        value={text}
        maxLength={taskLimits.title}
        placeholder={t('task.capture')}
        aria-label={t('task.capture')}
        autoComplete="off"
        data-autofocus={autoFocus || undefined}
        leftSection={<IconPlus size={18} stroke={1.75} />}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <Understood parsed={parsed} />
    </div>
  )
}

function useParsedTask(text: string): ParsedTask {
  const { i18n } = useTranslation()
  const { timeZone } = useFormatters()
  const [today = '', time = ''] = toLocalTime(Date.now(), timeZone).split('T')
  return parseTask(text, { language: getLocaleLanguage(i18n.language), today, time })
}

/** What the text says, in words. Screen readers announce it. */
function Understood({ parsed }: { parsed: ParsedTask }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const parts = [
    formatDue(format, parsed),
    parsed.isImportant && t('task.field.important'),
    ...parsed.tags.map(tag => `#${tag}`),
  ]
  return (
    <div className={css.understood} role="status">
      {parts.some(Boolean) && format.parts(parts)}
    </div>
  )
}
