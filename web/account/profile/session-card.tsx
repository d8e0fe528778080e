import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccountSession, accountSessionApi } from '#contract/account/account-session.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { toast } from '../../lib/page/toast.ts'
import { PasswordDialog } from '../../reauthentication/password-dialog.tsx'
import { StatusBadge } from '../../ui/message/status-badge.tsx'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from './account-page.module.css'

export function SessionCard() {
  const { t } = useTranslation()
  // Sessions start and end on other devices, so the list reloads while the page is visible.
  const sessions = useQuery({
    ...queryOptionsFor(accountSessionApi.listSessions, {}),
    refetchInterval: 30_000,
    refetchOnWindowFocus: 'always',
  })
  const endOthers = useRouteMutation(accountSessionApi.endOtherSessions)
  const [isEndDialogOpen, setEndDialogOpen] = useState(false)
  const hasOthers = (sessions.data?.length ?? 0) > 1
  return (
    <SectionCard
      flush
      title={t('person.device.title')}
      hint={t('person.device.hint')}
      actions={
        hasOthers && (
          <Button variant="default" size="xs" onClick={() => setEndDialogOpen(true)}>
            {t('person.device.logOutOthers')}
          </Button>
        )
      }
    >
      <QueryBoundary query={sessions} skeleton={<div className={css.placeholder} />}>
        {items => (
          <ul className={css.list}>
            {items.map(session => (
              <SessionRow key={session._id} session={session} />
            ))}
          </ul>
        )}
      </QueryBoundary>
      {isEndDialogOpen && (
        <PasswordDialog
          isDangerous
          requiresCode={false}
          title={t('person.device.logOutOthers')}
          text={t('person.device.logOutOthersText')}
          onClose={() => setEndDialogOpen(false)}
          onConfirm={async body => {
            await endOthers.mutateAsync({ body })
            toast.success(t('person.device.loggedOutOthers'))
            setEndDialogOpen(false)
          }}
        />
      )}
    </SectionCard>
  )
}

const privateIpPattern =
  /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i

/**
 * Returns whether an IP address belongs to this computer or a private network, undefined if public.
 */
const classifyNetwork = (ip: string): 'local' | 'private' | undefined => {
  const normalizedIp = ip.replace(/^::ffff:/i, '')
  if (/^(127\.|::1$)/.test(normalizedIp)) return 'local'
  return privateIpPattern.test(normalizedIp) ? 'private' : undefined
}

function SessionRow({
  session: { _id, browser, system, isPhone, ip, createdAt, lastUsedAt, isCurrent },
}: {
  session: AccountSession
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const endThisSession = useRouteMutation(accountSessionApi.endSession)
  const network = classifyNetwork(ip)
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop
  const name =
    browser && system
      ? t('person.device.name', { browser, system })
      : browser || system || t('person.device.unknown')
  const signedInText = t('person.device.loggedIn', { date: format.dateTime(createdAt) })
  // The login time distinguishes devices of the same kind at the same address.
  const activityText = isCurrent
    ? signedInText
    : `${t('person.device.lastUsed', { date: format.relativeTime(lastUsedAt) })} · ${signedInText}`
  return (
    <li className={css.listRow}>
      <span className={css.rowIcon}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <div className={css.rowText}>
        <strong>{name}</strong>
        <p>
          {activityText} · <bdi>{ip}</bdi>
          {network && ` (${t(`person.device.${network}`)})`}
        </p>
      </div>
      {isCurrent ? (
        <StatusBadge tone="good" label={t('person.device.this')} />
      ) : (
        <Button
          variant="default"
          size="xs"
          loading={endThisSession.isPending}
          aria-label={t('person.device.logOutDevice', { device: name })}
          onClick={() =>
            endThisSession.mutate(
              { params: { id: _id } },
              { onSuccess: () => toast.success(t('person.device.loggedOut')) },
            )
          }
        >
          {t('person.device.logOut')}
        </Button>
      )}
    </li>
  )
}
