import { useTranslation } from 'react-i18next'
import type { ApiKey, ApiKeyStatus } from '#contract/api-key.ts'
import { useFormat } from '../lib/format.ts'
import { useRightsSummary } from '../lib/session/role-words.ts'
import type { Column } from '../list/data-table.tsx'
import { StatusBadge, type Tone } from '../ui/page/status-badge.tsx'
import css from './developer.module.css'

const tones: Record<ApiKeyStatus, Tone> = {
  active: 'good',
  asleep: 'warn',
  expired: 'neutral',
  revoked: 'neutral',
}

export function useApiKeyColumns(): Column<ApiKey>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const summary = useRightsSummary()
  const ends = ({ expiresAt, revokedAt }: ApiKey) => {
    if (revokedAt) return t('developer.key.revokedOn', { date: format.date(revokedAt) })
    return expiresAt ? format.date(expiresAt) : t('developer.key.noEnd')
  }
  return [
    {
      key: 'name',
      label: t('developer.key.name'),
      render: row => (
        <span className={css.thing}>
          <strong dir="auto">{row.name}</strong>
          <code className={css.mask} dir="ltr">
            {row.masked}
          </code>
        </span>
      ),
    },
    {
      key: 'rights',
      label: t('developer.key.rights'),
      phone: 'line',
      render: row => (
        <span className={css.rights}>
          {summary(row.ability).map(line => (
            <span key={line}>{line}</span>
          ))}
        </span>
      ),
    },
    {
      key: 'status',
      label: t('developer.key.status'),
      phone: 'side',
      width: 120,
      render: row => (
        <span title={row.status === 'asleep' ? t('developer.key.asleepText') : undefined}>
          <StatusBadge tone={tones[row.status]} label={t(`developer.key.is.${row.status}`)} />
        </span>
      ),
    },
    {
      key: 'lastUsedAt',
      label: t('developer.key.lastUsed'),
      from: 'tablet',
      phone: 'none',
      width: 130,
      render: row =>
        row.lastUsedAt ? (
          <span title={format.dateTime(row.lastUsedAt)}>{format.ago(row.lastUsedAt)}</span>
        ) : (
          t('developer.key.never')
        ),
    },
    {
      key: 'expiresAt',
      label: t('developer.key.ends'),
      from: 'tablet',
      phone: 'none',
      width: 180,
      render: ends,
    },
    {
      key: 'madeBy',
      label: t('developer.key.madeBy'),
      from: 'desktop',
      phone: 'none',
      width: 150,
      render: row => <bdi>{format.text(row.madeBy?.fullName)}</bdi>,
    },
  ]
}
