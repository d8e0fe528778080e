import { useTranslation } from 'react-i18next'
import type { Staff } from '#contract/staff.ts'
import { useFormat } from '../lib/format.ts'
import type { Tone } from '../ui/page/status-badge.tsx'

const tones = { active: 'good', inactive: 'neutral', pending: 'warn', expired: 'bad' } as const

/** How somebody stands in the store, in a word; an invitation whose link is good no more is said to be so. */
export function useStanding() {
  const { t } = useTranslation()
  return ({
    status,
    expiresAt,
  }: Pick<Staff, 'status' | 'expiresAt'>): { tone: Tone; label: string } => {
    const word =
      status === 'pending' && expiresAt !== null && Date.parse(expiresAt) < Date.now()
        ? 'expired'
        : status
    return { tone: tones[word], label: t(`staff.status.${word}`) }
  }
}

const lateMs = 10 * 60_000

/** When somebody was here last. It is noted every ten minutes, so nobody can be said to be away for less. */
export function useLastHere() {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ lastSeenAt }: Pick<Staff, 'lastSeenAt'>) =>
    lastSeenAt && Date.now() - Date.parse(lastSeenAt) <= lateMs
      ? t('staff.field.lately')
      : format.ago(lastSeenAt)
}

export const nameOf = ({ fullName, email }: Pick<Staff, 'fullName' | 'email'>) => fullName || email
