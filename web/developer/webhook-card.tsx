import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#contract/developer/webhook.ts'
import { PlanUseLink } from '../component/plan-use-link.tsx'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { useFormPermission } from '../lib/session/permission-gate.tsx'
import { useHasPermission } from '../lib/session/session.ts'
import { DataTable, type ListColumn } from '../list/table/data-table.tsx'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './developer.module.css'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDrawer } from './webhook-drawer.tsx'
import { getWebhookName, useEventNameFormatter, webhookTones } from './webhook-labels.ts'

/** Lists the webhooks of the store and adds new ones. */
export function WebhookCard({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation()
  const canWrite = useHasPermission()('developer:write')
  const columns = useWebhookColumns()
  const drawer = useDialogParam('webhook')
  const [secret, setSecret] = useState<string>()
  const isAdding = useFormPermission('developer:write') && drawer.value === 'new'
  const addButton = canWrite && (
    <>
      <PlanUseLink resource="webhook" />
      <Button
        variant={webhooks.length > 0 ? 'default' : 'filled'}
        leftSection={<IconPlus size={16} stroke={1.75} />}
        onClick={() => drawer.open('new')}
      >
        {t('developer.webhook.add')}
      </Button>
    </>
  )
  return (
    <SectionCard
      title={t('developer.webhook.list')}
      hint={t('developer.webhook.hint')}
      actions={webhooks.length > 0 && addButton}
      flush={webhooks.length > 0}
    >
      {webhooks.length > 0 ? (
        <DataTable
          label={t('developer.webhook.list')}
          rows={webhooks}
          columns={columns}
          getRowName={getWebhookName}
          getRowLink={({ _id }) => getRecordPath('webhook', _id)}
        />
      ) : (
        <EmptyState
          can="developer:write"
          title={t('developer.webhook.none')}
          text={t('developer.webhook.noneText')}
        >
          {addButton}
        </EmptyState>
      )}
      {isAdding && (
        <WebhookDrawer webhook={undefined} onClose={drawer.close} onCreated={setSecret} />
      )}
      {secret && (
        <SecretDialog
          title={t('developer.webhook.secretTitle')}
          text={t('developer.webhook.secretText')}
          label={t('developer.webhook.copy')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </SectionCard>
  )
}

function useWebhookColumns(): ListColumn<Webhook>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatEventName = useEventNameFormatter()
  return [
    {
      key: 'url',
      label: t('developer.webhook.url'),
      render: row => (
        <span className={css.nameCell}>
          <strong dir="auto">{getWebhookName(row)}</strong>
          <code className={css.code} dir="ltr">
            {row.url}
          </code>
        </span>
      ),
    },
    {
      key: 'events',
      label: t('developer.webhook.events'),
      phonePosition: 'line',
      render: row => format.list(row.events.map(formatEventName)),
    },
    {
      key: 'status',
      label: t('developer.webhook.statusLabel'),
      phonePosition: 'side',
      width: 150,
      render: row => (
        <StatusBadge
          tone={webhookTones[row.status]}
          label={t(`developer.webhook.status.${row.status}`)}
        />
      ),
    },
  ]
}
