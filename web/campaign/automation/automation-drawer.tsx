import { Button, Group } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type Automation,
  AutomationChange,
  AutomationText,
  automationApi,
  automationVariables,
  maxDelayDays,
} from '#contract/campaign/automation.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { PermissionGate } from '../../lib/session/permission-gate.tsx'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { RichTextField } from '../../rich-text/rich-text-field.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { DrawerForm } from '../../ui/form/drawer-form.tsx'
import css from './automation.module.css'

type Props = { automation: Automation; onClose: () => void }

/** The delay and the text of an automation, with a preview. */
export function AutomationDrawer({ automation, onClose }: Props) {
  const { t } = useTranslation()
  const update = useRouteMutation(automationApi.update)
  const { kind, delayDays, subject, body, version } = automation
  const form = useContractForm(AutomationChange, {
    values: { kind, delayDays, subject, body },
    can: 'campaign:write',
    onSave: async change => {
      await update.mutateAsync({ body: { ...change, version } })
      onClose()
    },
  })
  return (
    <DrawerForm
      form={form}
      title={t(`automation.kind.${kind}.name`)}
      saveLabel={t('automation.save')}
      onClose={onClose}
    >
      <NumberField
        form={form}
        name="delayDays"
        label={t('automation.delayDays')}
        description={t(`automation.kind.${kind}.delayHint`)}
        min={1}
        max={maxDelayDays}
        required
      />
      <TextField form={form} name="subject" label={t('campaign.field.subject')} />
      <RichTextField form={form} name="body" label={t('campaign.field.body')} minHeight={180} />
      <p className={css.about}>{t('automation.textHint')}</p>
      <Variables />
      <Preview text={{ kind, subject: form.values.subject, body: form.values.body }} />
      <TestButton kind={kind} isChanged={form.isChanged} />
    </DrawerForm>
  )
}

function Variables() {
  const { t } = useTranslation()
  return (
    <dl className={css.variables} aria-label={t('automation.variables')}>
      {automationVariables.map(name => (
        <div key={name} className={css.variable}>
          <dt dir="ltr">{`{{${name}}}`}</dt>
          <dd>{t(`automation.variable.${name}`)}</dd>
        </div>
      ))}
    </dl>
  )
}

type PreviewText = Pick<Automation, 'kind'> & Partial<AutomationText>

/** The email as the server renders it. Its iframe runs no scripts and opens no links. */
function Preview({ text: { kind, subject = '', body = '' } }: { text: PreviewText }) {
  const { t } = useTranslation()
  const [shownSubject] = useDebouncedValue(subject, 400)
  const [shownBody] = useDebouncedValue(body, 400)
  const shown = { kind, subject: shownSubject, body: shownBody }
  const preview = useQuery({
    ...queryOptionsFor(automationApi.preview, { body: shown }),
    enabled: AutomationText.safeParse(shown).success,
    placeholderData: keepPreviousData,
    retry: false,
  }).data
  return (
    <div>
      <p className={css.previewSubject}>{preview?.subject ?? ' '}</p>
      <iframe
        className={css.preview}
        title={t('campaign.previewTitle')}
        sandbox=""
        srcDoc={preview?.html ?? ''}
      />
    </div>
  )
}

type TestProps = Pick<Automation, 'kind'> & { isChanged: boolean }

/** It sends the saved text, so changes are saved first. */
function TestButton({ kind, isChanged }: TestProps) {
  const { t } = useTranslation()
  const send = useRouteMutation(automationApi.sendTest, { hasErrorToast: true })
  return (
    <PermissionGate permission="campaign:write">
      <Group>
        <Button
          variant="default"
          leftSection={<IconSend size={16} stroke={1.75} className="sw-flip" />}
          disabled={isChanged}
          title={isChanged ? t('campaign.saveFirst') : undefined}
          loading={send.isPending}
          onClick={() => send.mutate({ body: { kind } })}
        >
          {t('campaign.sendTest')}
        </Button>
      </Group>
    </PermissionGate>
  )
}
