import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Webhook } from '#contract/webhook.ts'
import { useFormat } from '../lib/format.ts'
import { useMay } from '../lib/session/session.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import css from './developer.module.css'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDrawer } from './webhook-drawer.tsx'
import { useEventName, webhookName, webhookTones } from './webhook-words.ts'

/** Where the store tells programs what happens. */
export function WebhookCard({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation()
  const mayWrite = useMay()('developer:write')
  const columns = useWebhookColumns()
  const [params, setParams] = useSearchParams()
  const [secret, setSecret] = useState<string>()
  const isAdding = mayWrite && params.get('webhook') === 'new'
  const add = mayWrite && (
    <Button
      variant={webhooks.length > 0 ? 'default' : 'filled'}
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => setParams({ webhook: 'new' }, { preventScrollReset: true })}
    >
      {t('developer.hook.add')}
    </Button>
  )
  return (
    <SectionCard
      title={t('developer.hook.list')}
      hint={t('developer.hook.hint')}
      actions={webhooks.length > 0 && add}
      flush={webhooks.length > 0}
    >
      {webhooks.length > 0 ? (
        <DataTable
          label={t('developer.hook.list')}
          rows={webhooks}
          columns={columns}
          nameOf={webhookName}
          linkOf={({ _id }) => `/apps/developers/webhook/${_id}`}
        />
      ) : (
        <EmptyState
          can="developer:write"
          title={t('developer.hook.none')}
          text={t('developer.hook.noneText')}
        >
          {add}
        </EmptyState>
      )}
      {isAdding && (
        <WebhookDrawer
          webhook={undefined}
          onClose={() => setParams({}, { preventScrollReset: true })}
          onMade={setSecret}
        />
      )}
      {secret && (
        <SecretDialog
          title={t('developer.hook.madeTitle')}
          text={t('developer.hook.madeText')}
          label={t('developer.hook.copy')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </SectionCard>
  )
}

function useWebhookColumns(): Column<Webhook>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useEventName()
  return [
    {
      key: 'url',
      label: t('developer.hook.url'),
      render: row => (
        <span className={css.thing}>
          <strong dir="auto">{webhookName(row)}</strong>
          <code className={css.mask} dir="ltr">
            {row.url}
          </code>
        </span>
      ),
    },
    {
      key: 'events',
      label: t('developer.hook.events'),
      phone: 'line',
      render: row => format.list(row.events.map(nameOf)),
    },
    {
      key: 'status',
      label: t('developer.hook.status'),
      phone: 'side',
      width: 150,
      render: row => (
        <StatusBadge tone={webhookTones[row.status]} label={t(`developer.hook.is.${row.status}`)} />
      ),
    },
  ]
}
