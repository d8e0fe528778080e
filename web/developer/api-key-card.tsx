import { Button, Menu } from '@mantine/core'
import { IconBan, IconDots, IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiKey, apiKeyApi } from '#contract/developer/api-key.ts'
import { PlanUseLink } from '../component/plan-use-link.tsx'
import { useRouteMutation } from '../lib/call/api.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { useFormPermission } from '../lib/session/permission-gate.tsx'
import { useHasPermission } from '../lib/session/session.ts'
import { DataTable } from '../list/table/data-table.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { MoreButton } from '../ui/page/more-button.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { useApiKeyColumns } from './api-key-columns.tsx'
import { ApiKeyDrawer } from './api-key-drawer.tsx'
import { SecretDialog } from './secret-dialog.tsx'

/** Lists the API keys, and creates, edits and revokes them. */
export function ApiKeyCard({ keys }: { keys: readonly ApiKey[] }) {
  const { t } = useTranslation()
  const canWrite = useHasPermission()('developer:write')
  const canEdit = useFormPermission('developer:write')
  const columns = useApiKeyColumns()
  const drawer = useDialogParam('key')
  // The key is in no URL and no cache, so closing the dialog discards it.
  const [createdKey, setCreatedKey] = useState<string>()
  const editedKey = keys.find(({ _id, status }) => _id === drawer.value && !hasEnded(status))
  const addButton = canWrite && (
    <>
      <PlanUseLink resource="apiKey" />
      <Button
        variant={keys.length > 0 ? 'default' : 'filled'}
        leftSection={<IconPlus size={16} stroke={1.75} />}
        onClick={() => drawer.open('new')}
      >
        {t('developer.apiKey.add')}
      </Button>
    </>
  )
  return (
    <SectionCard
      title={t('developer.apiKey.list')}
      hint={t('developer.apiKey.hint')}
      actions={keys.length > 0 && addButton}
      flush={keys.length > 0}
    >
      {keys.length > 0 ? (
        <DataTable
          label={t('developer.apiKey.list')}
          rows={keys}
          columns={columns}
          getRowName={({ name }) => name}
          actions={
            canWrite
              ? (key: ApiKey) => <ApiKeyMenu apiKey={key} onEdit={() => drawer.open(key._id)} />
              : undefined
          }
        />
      ) : (
        <EmptyState
          can="developer:write"
          title={t('developer.apiKey.none')}
          text={t('developer.apiKey.noneText')}
        >
          {addButton}
        </EmptyState>
      )}
      {canEdit && (drawer.value === 'new' || editedKey) && (
        <ApiKeyDrawer
          key={drawer.value}
          apiKey={editedKey}
          onClose={drawer.close}
          onCreated={setCreatedKey}
        />
      )}
      {createdKey && (
        <SecretDialog
          title={t('developer.apiKey.createdTitle')}
          text={t('developer.apiKey.createdText')}
          label={t('developer.apiKey.copy')}
          secret={createdKey}
          onClose={() => setCreatedKey(undefined)}
        />
      )}
    </SectionCard>
  )
}

const hasEnded = (status: ApiKey['status']) => status === 'expired' || status === 'revoked'

function ApiKeyMenu({
  apiKey: { _id, name, status },
  onEdit,
}: {
  apiKey: ApiKey
  onEdit: () => void
}) {
  const { t } = useTranslation()
  const revoke = useRouteMutation(apiKeyApi.revoke)
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  if (hasEnded(status)) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <MoreButton label={t('developer.apiKey.moreActions', { name })}>
            <IconDots size={18} stroke={1.75} />
          </MoreButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onEdit}>
            {t('developer.apiKey.edit')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconBan size={16} stroke={1.75} />}
            onClick={() => setConfirmOpen(true)}
          >
            {t('developer.apiKey.revoke')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isConfirmOpen}
        isDangerous
        isBusy={revoke.isPending}
        title={t('developer.apiKey.revokeTitle', { name })}
        confirmLabel={t('developer.apiKey.revoke')}
        onConfirm={() =>
          revoke.mutate({ params: { id: _id } }, { onSettled: () => setConfirmOpen(false) })
        }
        onClose={() => setConfirmOpen(false)}
      >
        {t('developer.apiKey.revokeText')}
      </ConfirmDialog>
    </>
  )
}
