import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { accountSecurityApi, type TwoStepSetup } from '#contract/account/account-security.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { preloadable } from '../../lib/page/preloadable.tsx'
import { toast } from '../../lib/page/toast.ts'
import { PasswordDialog } from '../../reauthentication/password-dialog.tsx'
import { StatusBadge } from '../../ui/message/status-badge.tsx'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from './account-page.module.css'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

// Loaded on demand because of the QR code library.
const SetupDialog = preloadable(() =>
  import('./two-step-setup-dialog.tsx').then(m => m.TwoStepSetupDialog),
)

type TwoStepDialog =
  | { kind: 'start' | 'renew' | 'off' }
  | { kind: 'setup'; setup: z.infer<typeof TwoStepSetup> }
  | { kind: 'codes'; codes: string[] }

/** Turns two-step authentication on and off and renews the recovery codes. */
export function TwoStepCard() {
  const { t } = useTranslation()
  const twoStepQuery = useQuery(queryOptionsFor(accountSecurityApi.getTwoStep, {}))
  const [dialog, setDialog] = useState<TwoStepDialog>()
  const close = () => setDialog(undefined)
  return (
    <SectionCard
      title={t('person.twoStep.title')}
      hint={t('person.twoStep.hint')}
      actions={
        twoStepQuery.data?.isEnabled && <StatusBadge tone="good" label={t('person.twoStep.on')} />
      }
    >
      <QueryBoundary query={twoStepQuery} skeleton={<div className={css.placeholder} />}>
        {({ isEnabled, enabledAt, recoveryCodesLeft }) =>
          isEnabled ? (
            <EnabledSummary
              enabledAt={enabledAt}
              recoveryCodesLeft={recoveryCodesLeft}
              onOpen={setDialog}
            />
          ) : (
            <div className={css.setting}>
              <p className={css.settingText}>{t('person.twoStep.offText')}</p>
              <Button variant="default" onClick={() => setDialog({ kind: 'start' })}>
                {t('person.twoStep.start')}
              </Button>
            </div>
          )
        }
      </QueryBoundary>
      {(dialog?.kind === 'start' || dialog?.kind === 'renew' || dialog?.kind === 'off') && (
        <TwoStepPasswordDialog kind={dialog.kind} onOpen={setDialog} onClose={close} />
      )}
      {dialog?.kind === 'setup' && (
        <Suspense>
          <SetupDialog
            setup={dialog.setup}
            onClose={close}
            onDone={codes => setDialog({ kind: 'codes', codes })}
          />
        </Suspense>
      )}
      {dialog?.kind === 'codes' && <RecoveryCodesDialog codes={dialog.codes} onClose={close} />}
    </SectionCard>
  )
}

function EnabledSummary({
  enabledAt,
  recoveryCodesLeft,
  onOpen,
}: {
  enabledAt: string | null
  recoveryCodesLeft: number
  onOpen: (dialog: TwoStepDialog) => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <div className={css.setting}>
      <p className={css.settingText}>
        {enabledAt && t('person.twoStep.since', { date: format.date(enabledAt) })}{' '}
        <span className={recoveryCodesLeft < 3 ? css.lowCount : undefined}>
          {t('account.twoStep.codesLeft', { count: recoveryCodesLeft })}
        </span>
      </p>
      <Group gap="xs">
        <Button variant="default" onClick={() => onOpen({ kind: 'renew' })}>
          {t('person.twoStep.renew')}
        </Button>
        <Button variant="default" onClick={() => onOpen({ kind: 'off' })}>
          {t('person.twoStep.stop')}
        </Button>
      </Group>
    </div>
  )
}

function TwoStepPasswordDialog({
  kind,
  onOpen,
  onClose,
}: {
  kind: 'start' | 'renew' | 'off'
  onOpen: (dialog: TwoStepDialog | undefined) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const start = useRouteMutation(accountSecurityApi.startTwoStep)
  const renew = useRouteMutation(accountSecurityApi.renewRecoveryCodes)
  const stop = useRouteMutation(accountSecurityApi.disableTwoStep)
  const handleConfirm = async (body: { password: string; otp?: string | undefined }) => {
    if (kind === 'start') onOpen({ kind: 'setup', setup: await start.mutateAsync({ body }) })
    else if (kind === 'renew')
      onOpen({ kind: 'codes', codes: (await renew.mutateAsync({ body })).recoveryCodes })
    else {
      await stop.mutateAsync({ body })
      toast.success(t('person.twoStep.stopped'))
      onOpen(undefined)
    }
  }
  const textKey = kind === 'off' ? 'stop' : kind
  return (
    <PasswordDialog
      title={t(`person.twoStep.${textKey}`)}
      text={t(`person.twoStep.${textKey}Text`)}
      isDangerous={kind === 'off'}
      requiresCode={kind !== 'start'}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  )
}
