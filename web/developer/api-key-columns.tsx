import { useTranslation } from 'react-i18next'
import type { ApiKey, ApiKeyStatus } from '#contract/api-key.ts'
import { useFormatters } from '../lib/formatters.ts'
import { usePermissionSummary } from '../lib/session/use-role-labels.ts'
import type { ListColumn } from '../list/data-table.tsx'
import { StatusBadge, type StatusTone } from '../ui/page/status-badge.tsx'
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
  const summarizePermissions = usePermissionSummary()
  const formatExpiry = ({ expiresAt, revokedAt }: ApiKey) => {
    if (revokedAt) return t('developer.apiKey.revokedOn', { date: format.date(revokedAt) })
    return expiresAt ? format.date(expiresAt) : t('developer.apiKey.neverExpires')
  }
  return [
    {
      key: 'name',
      label: t('developer.apiKey.name'),
      render: row => (
        <span className={css.nameCell}>
          <strong dir="auto">{row.name}</strong>
          <code className={css.code} dir="ltr">
            {row.maskedKey}
          </code>
        </span>
      ),
    },
    {
      key: 'rights',
      label: t('developer.apiKey.permissions'),
      phonePosition: 'line',
      render: row => (
        <span className={css.permissions}>
          {summarizePermissions(row.ability).map(line => (
            <span key={line}>{line}</span>
          ))}
        </span>
      ),
    },
    {
      key: 'status',
      label: t('developer.apiKey.statusLabel'),
      phonePosition: 'side',
      width: 120,
      render: row => (
        <span title={row.status === 'inactive' ? t('developer.apiKey.inactiveText') : undefined}>
          <StatusBadge
            tone={apiKeyStatusTones[row.status]}
            label={t(`developer.apiKey.status.${row.status}`)}
          />
        </span>
      ),
    },
    {
      key: 'lastUsedAt',
      label: t('developer.apiKey.lastUsed'),
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 130,
      render: row =>
        row.lastUsedAt ? (
          <span title={format.dateTime(row.lastUsedAt)}>{format.relativeTime(row.lastUsedAt)}</span>
        ) : (
          t('developer.apiKey.never')
        ),
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
