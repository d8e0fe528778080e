import { useTranslation } from 'react-i18next'
import type { Staff } from '#contract/staff.ts'
import type { Tone } from '../ui/status-badge.tsx'

const tones = { active: 'good', inactive: 'neutral', pending: 'warn', expired: 'bad' } as const

/** How somebody stands in the store, in a word; an invitation whose link is good no more is said to be so. */
export function useStanding() {
  const { t } = useTranslation()
  return ({ status, expiresAt }: Pick<Staff, 'status' | 'expiresAt'>): { tone: Tone; label: string } => {
    const word = status === 'pending' && expiresAt !== null && Date.parse(expiresAt) < Date.now() ? 'expired' : status
    return { tone: tones[word], label: t(`staff.status.${word}`) }
  }
}

export const nameOf = ({ fullName, email }: Pick<Staff, 'fullName' | 'email'>) => fullName || email
