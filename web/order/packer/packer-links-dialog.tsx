import { Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type PackerLink, packerLinkApi } from '#contract/packing/packer-link.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx'
import { useOpenDialog } from '../../ui/dialog/use-open-dialog.ts'
import { StatusBadge } from '../../ui/message/status-badge.tsx'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import css from './packer-links.module.css'

const statusTones = { active: 'good', expired: 'neutral', revoked: 'bad' } as const

/** Lists the packer links with their progress. */
export function PackerLinksDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const links = useQuery(queryOptionsFor(packerLinkApi.listPackerLinks, {}))
  return (
    <Modal {...useOpenDialog(onClose)} title={t('order.packerLink.list')} size="lg">
      <QueryBoundary query={links}>
        {rows =>
          rows.length === 0 ? (
            <Text c="dimmed">{t('packerLink.empty')}</Text>
          ) : (
            <Stack component="ul" gap={0} className={css.links}>
              {rows.map(link => (
                <PackerLinkRow key={link._id} link={link} />
              ))}
            </Stack>
          )
        }
      </QueryBoundary>
    </Modal>
  )
}

function PackerLinkRow({ link }: { link: PackerLink }) {
  const { t } = useTranslation()
  const canWrite = usePermission('order:write')
  const revoke = useRouteMutation(packerLinkApi.revokePackerLink, { hasErrorToast: true })
  const { _id: id, name, status, packedOrderCount, orderCount } = link
  return (
    <li>
      <div className={css.text}>
        <Group gap="xs">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <StatusBadge tone={statusTones[status]} label={t(`packerLink.status.${status}`)} />
        </Group>
        <span>{t('packerLink.progress', { packed: packedOrderCount, total: orderCount })}</span>
        <LinkTime link={link} />
      </div>
      {status === 'active' && canWrite && (
        <ConfirmButton
          label={t('packerLink.revoke')}
          title={t('packerLink.revokeTitle', { name })}
          isBusy={revoke.isPending}
          onConfirm={close => revoke.mutate({ params: { id } }, { onSettled: close })}
        >
          {t('packerLink.revokeText')}
        </ConfirmButton>
      )}
    </li>
  )
}

function LinkTime({ link: { status, expiresAt, revokedAt } }: { link: PackerLink }) {
  const { t } = useTranslation()
  const format = useFormatters()
  if (status === 'revoked')
    return <span>{t('packerLink.revokedAt', { time: format.dateTime(revokedAt) })}</span>
  const time = format.dateTime(expiresAt)
  return <span>{t(`packerLink.${status === 'active' ? 'expires' : 'ended'}`, { time })}</span>
}
