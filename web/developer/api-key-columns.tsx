import { useTranslation } from 'react-i18next'
import type { ApiKey, ApiKeyStatus } from '#contract/developer/api-key.ts'
import { useFormatters } from '../lib/formatters.ts'
import { usePermissionSummary } from '../lib/session/use-role-labels.ts'
import type { ListColumn } from '../list/table/data-table.tsx'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'
import css from './developer.module.css'

const apiKeyStatusTones: Record<ApiKeyStatus, StatusTone> = {
  active: 'good',
  inactive: 'warn',
  expired: 'neutral',
  revoked: 'neutral',
}

export function useApiKeyColumns(): ListColumn<ApiKey>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatExpiry = ({ expiresAt, revokedAt }: ApiKey) => {
    if (revokedAt) return t('developer.apiKey.revokedOn', { date: format.date(revokedAt) })
    return expiresAt ? format.date(expiresAt) : t('developer.apiKey.neverExpires')
  }
  return [
    {
      key: 'name',
      label: t('developer.apiKey.name'),
      render: row => <ApiKeyCell apiKey={row} />,
    },
    {
      key: 'rights',
      label: t('developer.apiKey.permissions'),
      phonePosition: 'line',
      render: row => <PermissionsCell apiKey={row} />,
    },
    {
      key: 'status',
      label: t('developer.apiKey.statusLabel'),
      phonePosition: 'side',
      width: 120,
      render: row => <ApiKeyStatusBadge status={row.status} />,
    },
    {
      key: 'lastUsedAt',
      label: t('developer.apiKey.lastUsed'),
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 130,
      render: row =>
        row.lastUsedAt ? <RelativeTime time={row.lastUsedAt} /> : t('developer.apiKey.never'),
    },
    {
      key: 'expiresAt',
      label: t('developer.apiKey.expires'),
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 180,
      render: formatExpiry,
    },
    {
      key: 'createdBy',
      label: t('developer.apiKey.createdBy'),
      minScreen: 'desktop',
      phonePosition: 'none',
      width: 150,
      render: row => <bdi>{format.text(row.createdBy?.fullName)}</bdi>,
    },
  ]
}

function ApiKeyCell({ apiKey: { name, maskedKey } }: { apiKey: ApiKey }) {
  return (
    <span className={css.nameCell}>
      <strong dir="auto">{name}</strong>
      <code className={css.code} dir="ltr">
        {maskedKey}
      </code>
    </span>
  )
}

function PermissionsCell({ apiKey }: { apiKey: ApiKey }) {
  const summarizePermissions = usePermissionSummary()
  return (
    <span className={css.permissions}>
      {summarizePermissions(apiKey.ability).map(line => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
}

function ApiKeyStatusBadge({ status }: { status: ApiKeyStatus }) {
  const { t } = useTranslation()
  return (
    <span title={status === 'inactive' ? t('developer.apiKey.inactiveText') : undefined}>
      <StatusBadge
        tone={apiKeyStatusTones[status]}
        label={t(`developer.apiKey.status.${status}`)}
      />
    </span>
  )
}
