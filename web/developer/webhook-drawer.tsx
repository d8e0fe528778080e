import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Reauthentication } from '#contract/account/account-security.ts'
import {
  getEventSubjects,
  type Webhook,
  type WebhookEventType,
  WebhookInput,
  webhookApi,
  webhookEventTypes,
} from '#contract/developer/webhook.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { TextField } from '../ui/field/text-field.tsx'
import { ChoiceGroup } from './choice-group.tsx'
import { ConfirmedDrawerForm, getEmptyConfirmation } from './confirmed-drawer-form.tsx'
import css from './developer.module.css'
import { eventGroups, eventLabelKeys } from './webhook-labels.ts'

/** A new URL and more events are confirmed with the password. */
const WebhookForm = WebhookInput.extend(Reauthentication.partial().shape)

type Props = {
  webhook: Webhook | undefined
  onClose: () => void
  /** Receives the secret, which the server returns only once. */
  onCreated: (secret: string) => void
}

/** Creates or edits a webhook: its URL, name and events. */
export function WebhookDrawer({ webhook, onClose, onCreated }: Props) {
  const { t } = useTranslation()
  const create = useRouteMutation(webhookApi.create)
  const update = useRouteMutation(webhookApi.update)
  const form = useContractForm(WebhookForm, {
    values: {
      url: webhook?.url ?? '',
      name: webhook?.name ?? '',
      events: webhook?.events ?? [],
      ...getEmptyConfirmation(webhook),
    },
    onSave: async ({ password = '', ...body }) => {
      if (webhook)
        await update.mutateAsync({
          params: { id: webhook._id },
          body: { ...body, ...(password && { password }), version: webhook.version },
        })
      else onCreated((await create.mutateAsync({ body: { ...body, password } })).secret)
      onClose()
    },
  })
  const { url, events } = form.values
  const requiresPassword =
    url !== webhook?.url || events.some(event => !webhook.events.includes(event))
  return (
    <ConfirmedDrawerForm
      form={form}
      subject="webhook"
      isNew={!webhook}
      requiresPassword={requiresPassword}
      getFieldName={part => part}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="url"
        label={t('developer.webhook.url')}
        type="url"
        required
        placeholder="https://"
        autoComplete="off"
        description={t('developer.webhook.urlHint')}
      />
      <TextField
        form={form}
        name="name"
        label={t('developer.webhook.name')}
        placeholder={t('developer.webhook.namePlaceholder')}
      />
      <ChoiceGroup label={t('developer.webhook.events')} error={form.errors['events']}>
        <EventCheckboxes
          selected={form.values.events}
          onChange={events => form.setFieldValue('events', events)}
        />
      </ChoiceGroup>
    </ConfirmedDrawerForm>
  )
}

/** The events to subscribe to. Events whose subjects the user cannot read are disabled. */
function EventCheckboxes({
  selected,
  onChange,
}: {
  selected: readonly WebhookEventType[]
  onChange: (events: WebhookEventType[]) => void
}) {
  const { t } = useTranslation()
  const can = useHasPermission()
  const toggle = (event: WebhookEventType, isOn: boolean) =>
    onChange(
      webhookEventTypes.filter(candidate =>
        candidate === event ? isOn : selected.includes(candidate),
      ),
    )
  return eventGroups.map(({ subject, events }) => (
    <fieldset key={subject} className={css.eventGroup}>
      <legend>{t(`role.subject.${subject}.name`)}</legend>
      {events.map(event => (
        <Checkbox
          key={event}
          size="sm"
          label={t(eventLabelKeys[event])}
          description={<code dir="ltr">{event}</code>}
          checked={selected.includes(event)}
          disabled={
            !getEventSubjects(event).every(candidate => can(`${candidate}:read`)) &&
            !selected.includes(event)
          }
          onChange={change => toggle(event, change.currentTarget.checked)}
        />
      ))}
    </fieldset>
  ))
}
