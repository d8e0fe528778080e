import { Checkbox, Input } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  getEventSubjects,
  type Webhook,
  type WebhookEventType,
  WebhookInput,
  webhookApi,
  webhookEventTypes,
} from '#contract/webhook.ts'
import { useSend } from '../lib/call/api.ts'
import { useMay } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import css from './developer.module.css'
import { eventGroups, eventKeys } from './webhook-words.ts'

type Props = {
  webhook: Webhook | undefined
  onClose: () => void /** Is given the secret, this once. */
  onMade: (secret: string) => void
}

/** Where a webhook leads, and what it tells. */
export function WebhookDrawer({ webhook, onClose, onMade }: Props) {
  const { t } = useTranslation()
  const create = useSend(webhookApi.create)
  const update = useSend(webhookApi.update)
  const form = useContractForm(WebhookInput, {
    values: { url: webhook?.url ?? '', name: webhook?.name ?? '', events: webhook?.events ?? [] },
    onSave: async body => {
      if (webhook)
        await update.mutateAsync({
          params: { id: webhook._id },
          body: { ...body, version: webhook.version },
        })
      else onMade((await create.mutateAsync({ body })).secret)
      onClose()
    },
  })
  return (
    <DrawerForm
      form={form}
      title={t(webhook ? 'developer.hook.editTitle' : 'developer.hook.addTitle')}
      saveLabel={t(webhook ? 'developer.hook.save' : 'developer.hook.make')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="url"
        label={t('developer.hook.url')}
        type="url"
        required
        maxLength={2000}
        placeholder="https://"
        autoComplete="off"
        description={t('developer.hook.urlHint')}
      />
      <TextField
        form={form}
        name="name"
        label={t('developer.hook.name')}
        maxLength={60}
        placeholder={t('developer.hook.namePlaceholder')}
      />
      <div>
        <p className={css.label}>{t('developer.hook.events')}</p>
        {form.errors['events'] && (
          <Input.Error mb="xs" role="alert">
            {form.errors['events']}
          </Input.Error>
        )}
        <EventPicks
          chosen={form.values.events}
          onChange={events => form.setFieldValue('events', events)}
        />
      </div>
    </DrawerForm>
  )
}

/** What there is to be told of. What somebody may not see, they cannot have told. */
function EventPicks({
  chosen,
  onChange,
}: {
  chosen: readonly WebhookEventType[]
  onChange: (events: WebhookEventType[]) => void
}) {
  const { t } = useTranslation()
  const may = useMay()
  const turn = (event: WebhookEventType, isOn: boolean) =>
    onChange(webhookEventTypes.filter(one => (one === event ? isOn : chosen.includes(one))))
  return eventGroups.map(({ subject, events }) => (
    <fieldset key={subject} className={css.group}>
      <legend>{t(`role.subject.${subject}.name`)}</legend>
      {events.map(event => (
        <Checkbox
          key={event}
          size="sm"
          label={t(eventKeys[event])}
          description={<code dir="ltr">{event}</code>}
          checked={chosen.includes(event)}
          disabled={
            !getEventSubjects(event).every(one => may(`${one}:read`)) && !chosen.includes(event)
          }
          onChange={change => turn(event, change.currentTarget.checked)}
        />
      ))}
    </fieldset>
  ))
}
