import { useTranslation } from 'react-i18next'
import type { Staff } from '#contract/staff/staff.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { StatusTone } from '../ui/message/status-badge.tsx'

const staffStatusTones = {
  active: 'good',
  inactive: 'neutral',
  pending: 'warn',
  expired: 'bad',
} as const

/** Returns a function for the status badge of a staff member. Old invitations are "expired". */
export function useStaffStatusBadge() {
  const { t } = useTranslation()
  return ({
    status,
    expiresAt,
  }: Pick<Staff, 'status' | 'expiresAt'>): { tone: StatusTone; label: string } => {
    const displayStatus =
      status === 'pending' && expiresAt !== null && Date.parse(expiresAt) < Date.now()
        ? 'expired'
        : status
    return { tone: staffStatusTones[displayStatus], label: t(`staff.status.${displayStatus}`) }
  }
}

const recentlySeenMs = 10 * 60_000

/**
 * Returns a function that formats when a staff member was last seen. The server stores this time
 * every ten minutes, so a shorter absence is displayed as recent.
 */
export function useLastSeenFormatter() {
  const { t } = useTranslation()
  const format = useFormatters()
  return ({ lastSeenAt }: Pick<Staff, 'lastSeenAt'>) =>
    lastSeenAt && Date.now() - Date.parse(lastSeenAt) <= recentlySeenMs
      ? t('staff.field.recently')
      : format.relativeTime(lastSeenAt)
}

export const getStaffName = ({ fullName, email }: Pick<Staff, 'fullName' | 'email'>) =>
  fullName || email
