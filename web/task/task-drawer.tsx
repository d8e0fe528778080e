import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type Task, TaskInput, taskApi } from '#contract/desk/task.ts'
import { TimeOfDay } from '#contract/lib/schemas.ts'
import { noRecord, RecordField } from '../desk/record-field.tsx'
import { RepeatField } from '../desk/repeat-field.tsx'
import { TaskRecordLink } from '../desk/task-row.tsx'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useSaveRecord } from '../lib/call/use-save-record.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { DayField } from '../ui/date/day-input.tsx'
import { SelectField, SwitchField, TagsField } from '../ui/field/choice-field.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import { FormItem, FormItems } from '../ui/form/form-items.tsx'
import type { RecordFormProps } from '../ui/form/open-record-form.tsx'

/** An input for times has an empty text without a time. */
const TaskForm = TaskInput.required()
  .omit({ isCompleted: true })
  .extend({ dueTime: z.union([z.literal(''), TimeOfDay]) })
type TaskForm = z.input<typeof TaskForm>

const emptyTask: TaskForm = {
  ...noRecord,
  title: '',
  note: '',
  dueDate: null,
  dueTime: '',
  tags: [],
  isImportant: false,
  steps: [],
  assigneeId: null,
  repeat: null,
}
const toFormValues = (task: Task): TaskForm =>
  TaskForm.parse({ ...task, dueTime: task.dueTime ?? '' })

/** The form of a new or existing task. */
export function TaskDrawer({ record: task, onClose }: RecordFormProps<Task>) {
  const { t } = useTranslation()
  const save = useSaveRecord(taskApi, task, onClose)
  const form = useContractForm(TaskForm, {
    values: task ? toFormValues(task) : emptyTask,
    can: 'task:write',
    onSave: ({ dueTime, ...values }) =>
      save({ ...values, dueTime: (values.dueDate && dueTime) || null }),
  })
  const tags = useQuery(queryOptionsFor(taskApi.counts, {})).data?.tags ?? []
  return (
    <DrawerForm
      form={form}
      title={t(task ? 'task.edit' : 'task.add')}
      saveLabel={t(task ? 'task.save' : 'task.add')}
      onClose={onClose}
      deletion={
        task &&
        !task.isDeleted && {
          route: taskApi.delete,
          id: task._id,
          label: t('task.delete'),
          title: t('task.deleteTitle', { title: task.title }),
          text: t('task.deleteText'),
        }
      }
    >
      <TextField form={form} name="title" label={t('task.field.title')} required />
      {task?.source === 'conversation_waiting' && <TaskRecordLink task={task} />}
      <RecordField
        value={form.values}
        name={task?.recordName ?? ''}
        onChange={record => form.setValues(record)}
        errors={form.errors}
      />
      <Group grow align="flex-start">
        <DayField form={form} name="dueDate" label={t('task.field.dueDate')} isOptional />
        <TextField
          form={form}
          name="dueTime"
          type="time"
          label={t('task.field.dueTime')}
          disabled={!form.values.dueDate}
        />
      </Group>
      <RepeatField form={form} name="repeat" rule={form.values.repeat} day={form.values.dueDate} />
      <AssigneeField form={form} task={task} />
      <SwitchField form={form} name="isImportant" label={t('task.field.important')} />
      <TagsField
        form={form}
        name="tags"
        label={t('task.field.tags')}
        suggestions={tags.map(({ tag }) => tag)}
      />
      <TextareaField form={form} name="note" label={t('task.field.note')} />
      <StepFields form={form} />
    </DrawerForm>
  )
}

function AssigneeField({ form, task }: { form: ContractForm<TaskForm>; task: Task | undefined }) {
  const { t } = useTranslation()
  const people = useQuery(queryOptionsFor(taskApi.listAssignees, {})).data ?? []
  const current = task?.assigneeId ? [{ _id: task.assigneeId, name: task.assigneeName }] : []
  const options = people.some(({ _id }) => _id === task?.assigneeId)
    ? people
    : [...people, ...current]
  return (
    <SelectField
      form={form}
      name="assigneeId"
      label={t('task.field.assignee')}
      placeholder={t('task.nobody')}
      clearable
      options={options.map(({ _id, name }) => ({ value: _id, label: name }))}
    />
  )
}

function StepFields({ form }: { form: ContractForm<TaskForm> }) {
  const { t } = useTranslation()
  return (
    <FormItems
      title={t('task.field.steps')}
      addLabel={t('task.addStep')}
      can="task:write"
      onAdd={() => form.insertListItem('steps', { title: '', isDone: false })}
    >
      {form.values.steps.map((step, index) => (
        <FormItem
          // Steps have no id.
          // biome-ignore lint/suspicious/noArrayIndexKey: fields are bound to the index
          key={index}
          removeLabel={t('task.removeStep', { title: step.title })}
          onRemove={() => form.removeListItem('steps', index)}
          firstField={
            <TextField
              form={form}
              name={`steps.${index}.title`}
              label={t('task.step')}
              hideLabel
              required
            />
          }
        >
          <SwitchField form={form} name={`steps.${index}.isDone`} label={t('task.stepDone')} />
        </FormItem>
      ))}
    </FormItems>
  )
}
