import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccountPasskey, accountPasskeyApi } from '#contract/account/account-passkey.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { toast } from '../../lib/page/toast.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from './account-page.module.css'
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'

/**
 * Lists the user's passkeys, which replace the password by the device's fingerprint or face check.
 */
export function PasskeyCard() {
  const { t } = useTranslation()
  const passkeys = useQuery(queryOptionsFor(accountPasskeyApi.listPasskeys, {}))
  const [isAdding, setAdding] = useState(false)
  return (
    <SectionCard
      flush
      title={t('person.passkey.title')}
      hint={t('person.passkey.hint')}
      actions={
        <Button variant="default" size="xs" onClick={() => setAdding(true)}>
          {t('person.passkey.add')}
        </Button>
      }
    >
      <QueryBoundary query={passkeys} skeleton={<div className={css.placeholder} />}>
        {items =>
          items.length > 0 ? (
            <ul className={css.list}>
              {items.map(passkey => (
                <PasskeyRow key={passkey._id} passkey={passkey} />
              ))}
            </ul>
          ) : (
            <p className={css.emptyText}>{t('person.passkey.none')}</p>
          )
        }
      </QueryBoundary>
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
    </SectionCard>
  )
}

function PasskeyRow({ passkey }: { passkey: AccountPasskey }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [openDialog, setOpenDialog] = useState<'rename' | 'remove'>()
  const remove = useRouteMutation(accountPasskeyApi.deletePasskey)
  const { _id, name, isSynced, createdAt, lastUsedAt } = passkey
  const summary = [
    t('person.passkey.added', { date: format.date(createdAt) }),
    lastUsedAt && t('person.device.lastUsed', { date: format.relativeTime(lastUsedAt) }),
    isSynced && t('person.passkey.synced'),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <li className={css.listRow}>
      <span className={css.rowIcon}>
        <IconFingerprint size={20} stroke={1.75} aria-hidden />
      </span>
      <div className={css.rowText}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p>{summary}</p>
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('person.passkey.actions', { name })}
          >
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.75} />}
            onClick={() => setOpenDialog('rename')}
          >
            {t('person.passkey.rename')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => setOpenDialog('remove')}
          >
            {t('person.passkey.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {openDialog === 'rename' && (
        <RenamePasskeyDialog passkey={passkey} onClose={() => setOpenDialog(undefined)} />
      )}
      <ConfirmDialog
        isOpen={openDialog === 'remove'}
        isDangerous
        isBusy={remove.isPending}
        title={t('person.passkey.removeTitle', { name })}
        confirmLabel={t('person.passkey.remove')}
        onClose={() => setOpenDialog(undefined)}
        onConfirm={() =>
          remove.mutate(
            { params: { id: _id } },
            { onSuccess: () => toast.success(t('person.passkey.removed')) },
          )
        }
      >
        {t('person.passkey.removeText')}
      </ConfirmDialog>
    </li>
  )
}
