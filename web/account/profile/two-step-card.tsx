import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { accountSecurityApi, type TwoStepSetup } from '#contract/account-security.ts'
import { queryOf, useSend } from '../../lib/call/api.ts'
import { useFormat } from '../../lib/format.ts'
import { early } from '../../lib/page/early.tsx'
import { toast } from '../../lib/page/toast.ts'
import { Loaded } from '../../ui/page/loaded.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { StatusBadge } from '../../ui/page/status-badge.tsx'
import css from './account-page.module.css'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

// What draws the QR code comes when it is wanted.
const SetupDialog = early(() => import('./two-step-setup.tsx').then(m => m.TwoStepSetupDialog))

type Step =
  | { at: 'start' | 'renew' | 'off' }
  | { at: 'setup'; setup: z.infer<typeof TwoStepSetup> }
  | { at: 'codes'; codes: string[] }

/** A code from an app besides the password: on, off, and the codes for the day the phone is gone. */
export function TwoStepCard() {
  const { t } = useTranslation()
  const state = useQuery(queryOf(accountSecurityApi.getTwoStep, {}))
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  return (
    <SectionCard
      title={t('person.twoStep.title')}
      hint={t('person.twoStep.hint')}
      actions={state.data?.isOn && <StatusBadge tone="good" label={t('person.twoStep.on')} />}
    >
      <Loaded query={state} skeleton={<div className={css.waiting} />}>
        {({ isOn, since, codesLeft }) =>
          isOn ? (
            <OnLine since={since} codesLeft={codesLeft} onStep={setStep} />
          ) : (
            <div className={css.line}>
              <p className={css.words}>{t('person.twoStep.offText')}</p>
              <Button variant="default" onClick={() => setStep({ at: 'start' })}>
                {t('person.twoStep.start')}
              </Button>
            </div>
          )
        }
      </Loaded>
      {(step?.at === 'start' || step?.at === 'renew' || step?.at === 'off') && (
        <Proving at={step.at} onStep={setStep} onClose={close} />
      )}
      {step?.at === 'setup' && (
        <Suspense>
          <SetupDialog
            setup={step.setup}
            onClose={close}
            onDone={codes => setStep({ at: 'codes', codes })}
          />
        </Suspense>
      )}
      {step?.at === 'codes' && <RecoveryCodes codes={step.codes} onClose={close} />}
    </SectionCard>
  )
}

function OnLine({
  since,
  codesLeft,
  onStep,
}: {
  since: string | null
  codesLeft: number
  onStep: (step: Step) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={css.line}>
      <p className={css.words}>
        {since && t('person.twoStep.since', { when: format.date(since) })}{' '}
        <span className={codesLeft < 3 ? css.few : undefined}>
          {t('account.twoSteps.codesLeft', { count: codesLeft })}
        </span>
      </p>
      <Group gap="xs">
        <Button variant="default" onClick={() => onStep({ at: 'renew' })}>
          {t('person.twoStep.renew')}
        </Button>
        <Button variant="default" onClick={() => onStep({ at: 'off' })}>
          {t('person.twoStep.stop')}
        </Button>
      </Group>
    </div>
  )
}

function Proving({
  at,
  onStep,
  onClose,
}: {
  at: 'start' | 'renew' | 'off'
  onStep: (step: Step | undefined) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const start = useSend(accountSecurityApi.startTwoStep)
  const renew = useSend(accountSecurityApi.renewRecoveryCodes)
  const stop = useSend(accountSecurityApi.disableTwoStep)
  const prove = async (body: { password: string; otp?: string | undefined }) => {
    if (at === 'start') onStep({ at: 'setup', setup: await start.mutateAsync({ body }) })
    else if (at === 'renew')
      onStep({ at: 'codes', codes: (await renew.mutateAsync({ body })).recoveryCodes })
    else {
      await stop.mutateAsync({ body })
      toast.good(t('person.twoStep.stopped'))
      onStep(undefined)
    }
  }
  const words = at === 'off' ? 'stop' : at
  return (
    <PasswordDialog
      title={t(`person.twoStep.${words}`)}
      text={t(`person.twoStep.${words}Text`)}
      isDangerous={at === 'off'}
      hasCode={at !== 'start'}
      onProve={prove}
      onClose={onClose}
    />
  )
}
