import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type CalendarEvent,
  calendarApi,
  EventCategory,
  SeriesScope,
} from '#contract/desk/calendar-event.ts'
import { RecordField } from '../desk/record-field.tsx'
import { RepeatField } from '../desk/repeat-field.tsx'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useSession } from '../lib/session/session.ts'
import { toOptions } from '../lib/to-options.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { DayField } from '../ui/date/day-input.tsx'
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx'
import { SelectField, SwitchField } from '../ui/field/choice-field.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import { createValues, EventForm, pickChanges, toInput, toValues } from './event-form.ts'

/** The form of a new or existing event. `on` is its day in the series, or the time of a new event. */
export function EventDrawer({
  event,
  on,
  about,
  onClose,
}: {
  event: CalendarEvent | undefined
  on: string
  about: string | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  const create = useRouteMutation(calendarApi.create)
  const update = useRouteMutation(calendarApi.update)
  const values = event ? toValues(event, on) : createValues(on, about)
  const isRepeated = event !== undefined && (event.repeat !== null || event.seriesId !== null)
  const form = useContractForm(EventForm, {
    values,
    can: 'calendar:write',
    onSave: async edited => {
      const input = toInput(edited)
      if (event) {
        const changes = pickChanges(input, toInput(EventForm.parse(values)))
        const occurrence = isRepeated && {
          scope: edited.scope,
          ...(event.repeat !== null && { occursOn: on }),
        }
        const body = { ...changes, ...occurrence, version: event.version }
        await update.mutateAsync({ params: { id: event._id }, body })
      } else await create.mutateAsync({ body: input })
      onClose()
    },
  })
  const user = useSession()
  const { isAllDay } = form.values
  return (
    <DrawerForm
      form={form}
      title={t(event ? 'calendar.edit' : 'calendar.add')}
      saveLabel={t(event ? 'calendar.save' : 'calendar.add')}
      onClose={onClose}
      footerStart={
        event && <DeleteEventButton event={event} form={form} on={on} onDeleted={onClose} />
      }
    >
      <TextField form={form} name="title" label={t('calendar.field.title')} required />
      <RecordField
        value={form.values}
        name={event ? event.recordName : t('desk.thisRecord')}
        onChange={record => form.setValues(record)}
        errors={form.errors}
      />
      <SelectField
        form={form}
        name="category"
        label={t('calendar.field.category')}
        options={toOptions(EventCategory.options, name => t(`calendar.filter.${name}`))}
      />
      <SwitchField form={form} name="isAllDay" label={t('calendar.field.allDay')} />
      <Group grow align="flex-start">
        <DayField form={form} name="startDay" label={t('calendar.field.startDay')} required />
        {!isAllDay && (
          <TextField
            form={form}
            name="startTime"
            type="time"
            label={t('calendar.field.startTime')}
          />
        )}
      </Group>
      <Group grow align="flex-start">
        <DayField form={form} name="endDay" label={t('calendar.field.endDay')} required />
        {!isAllDay && (
          <TextField form={form} name="endTime" type="time" label={t('calendar.field.endTime')} />
        )}
      </Group>
      <TimeZoneNote event={event} />
      {isRepeated && (
        <SelectField
          form={form}
          name="scope"
          label={t('calendar.field.scope')}
          options={toOptions(SeriesScope.options, scope => t(`calendar.scope.${scope}`))}
        />
      )}
      {!(isRepeated && form.values.scope === 'this') && <SeriesFields form={form} />}
      <ReminderField form={form} />
      <TextField form={form} name="location" label={t('calendar.field.location')} />
      <TextareaField form={form} name="description" label={t('calendar.field.description')} />
      {canBePrivate(event, isRepeated && form.values.scope === 'this', user?._id) && (
        <SwitchField
          form={form}
          name="isPrivate"
          label={t('calendar.field.private')}
          description={t('calendar.privateText')}
        />
      )}
    </DrawerForm>
  )
}

/** Its creator can make an event private, but not a single one of a shared series. */
const canBePrivate = (
  event: CalendarEvent | undefined,
  isOneOfSeries: boolean,
  personId: string | undefined,
) => !event || (event.createdBy === personId && (event.isPrivate || !isOneOfSeries))

type FormProps = { form: ContractForm<EventForm> }

function TimeZoneNote({ event }: { event: CalendarEvent | undefined }) {
  const { t } = useTranslation()
  const { timeZone } = useFormatters()
  if (!event || event.isAllDay || event.timeZone === timeZone) return null
  return (
    <Text size="sm" c="dimmed">
      {t('calendar.otherTimeZone', { timeZone: event.timeZone })}
    </Text>
  )
}

/** How the event repeats. A change of one event of a series leaves this as it is. */
function SeriesFields({ form }: FormProps) {
  const { t } = useTranslation()
  const { repeat, startDay } = form.values
  return (
    <>
      <RepeatField form={form} name="repeat" rule={repeat} day={startDay} />
      {repeat !== null && !repeat.includes('COUNT=') && (
        <DayField
          form={form}
          name="repeatUntil"
          label={t('calendar.field.repeatUntil')}
          description={t('calendar.repeatUntilText')}
          isOptional
        />
      )}
    </>
  )
}

const reminders = ['0', '10', '30', '60', '120', '1440', '2880', '10080'] as const

function ReminderField({ form }: FormProps) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { reminder } = form.values
  const minutes = [...reminders, ...(reminder === null ? [] : [reminder])]
  const options = [...new Set<string>(minutes)].map(value => ({
    value,
    label:
      value === '0' ? t('calendar.reminderAtStart') : formatReminder(format.locale, Number(value)),
  }))
  return (
    <SelectField
      form={form}
      name="reminder"
      label={t('calendar.field.reminder')}
      placeholder={t('calendar.noReminder')}
      clearable
      options={options}
    />
  )
}

const reminderUnits = [
  { unit: 'day', length: 1440 },
  { unit: 'hour', length: 60 },
  { unit: 'minute', length: 1 },
] as const

/** Returns a duration such as "2 hours" in the language. */
function formatReminder(locale: string, minutes: number): string {
  const { unit, length } =
    reminderUnits.find(candidate => minutes % candidate.length === 0) ?? reminderUnits[2]
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(minutes / length)
}

function DeleteEventButton({
  event,
  form,
  on,
  onDeleted,
}: FormProps & { event: CalendarEvent; on: string; onDeleted: () => void }) {
  const { t } = useTranslation()
  const remove = useRouteMutation(calendarApi.delete)
  const isRepeated = event.repeat !== null || event.seriesId !== null
  const { scope } = form.values
  const query = isRepeated ? { scope, ...(event.repeat !== null && { occursOn: on }) } : {}
  if (!form.canSave) return null
  return (
    <ConfirmButton
      variant="subtle"
      color="red"
      label={t('calendar.delete')}
      title={t('calendar.deleteTitle', { title: event.title })}
      isBusy={remove.isPending}
      onConfirm={close =>
        remove.mutate(
          { params: { id: event._id }, query },
          { onSuccess: onDeleted, onError: close },
        )
      }
    >
      {isRepeated ? t(`calendar.deleteScope.${scope}`) : t('calendar.deleteText')}
    </ConfirmButton>
  )
}
