import { Button, Collapse } from '@mantine/core'
import { IconCheck, IconChevronDown, IconWorld } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type OnboardingStep, onboardingApi } from '#contract/onboarding.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { getRecordPath, recordListPaths } from '../lib/navigation/record-paths.ts'
import { useBusinessId } from '../lib/session/session.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { StoreStatusButton } from '../store/store-status-button.tsx'
import { StorefrontButton } from '../store/storefront-link.tsx'
import css from './onboarding.module.css'
import { OnboardingStepIllustration } from './onboarding-step-illustration.tsx'

type Props = {
  step: OnboardingStep
  isDone: boolean
  isOpen: boolean
  host: string
  onToggle: () => void
}

/** A step of the setup guide. When open, it explains the step and offers its actions. */
export function OnboardingStepCard({ step, isDone, isOpen, host, onToggle }: Props) {
  const { t } = useTranslation()
  const currency = useCurrency()
  const id = useId()
  return (
    <li className={css.step} data-done={isDone || undefined} data-open={isOpen || undefined}>
      <h3 className={css.name}>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          <span className={css.statusMark} aria-hidden>
            {isDone && <IconCheck size={14} stroke={3} />}
          </span>
          <span>
            {t(`onboarding.step.${step}.title`)}
            {isDone && <span className="sw-hidden">, {t('onboarding.done')}</span>}
          </span>
          <IconChevronDown size={16} stroke={1.75} className={css.chevron} aria-hidden />
        </button>
      </h3>
      <Collapse expanded={isOpen} transitionDuration={150}>
        <div id={id} className={css.content}>
          <div className={css.body}>
            <p className={css.text}>
              {step === 'launch' && isDone
                ? t('onboarding.step.launch.liveText')
                : t(`onboarding.step.${step}.text`, { currency })}
            </p>
            {step === 'domain' && (
              <p className={css.host} dir="ltr">
                <IconWorld size={16} stroke={1.75} aria-hidden />
                {host}
              </p>
            )}
            <div className={css.actions}>
              <StepActions step={step} isDone={isDone} />
            </div>
          </div>
          <OnboardingStepIllustration step={step} />
        </div>
      </Collapse>
    </li>
  )
}

function StepActions({ step, isDone }: { step: OnboardingStep; isDone: boolean }) {
  const { t } = useTranslation()
  const storePath = getRecordPath('business', useBusinessId() ?? '')
  const primaryVariant = isDone ? 'default' : 'filled'
  switch (step) {
    case 'details':
      return (
        <LinkButton to={storePath} variant={primaryVariant}>
          {t('onboarding.step.details.action')}
        </LinkButton>
      )
    case 'product':
      return (
        <>
          <LinkButton to="/apps/product/create" variant={primaryVariant}>
            {t('onboarding.step.product.action')}
          </LinkButton>
          <LinkButton to="/apps/import">{t('onboarding.step.product.import')}</LinkButton>
        </>
      )
    case 'domain':
      return (
        <>
          {!isDone && <ConfirmHandleButton />}
          <LinkButton to={`${recordListPaths.domain}?add`} variant={isDone ? 'default' : undefined}>
            {t('onboarding.step.domain.connectCustom')}
          </LinkButton>
          <LinkButton to={storePath}>{t('onboarding.step.domain.changeFree')}</LinkButton>
        </>
      )
    case 'theme':
      return (
        <LinkButton to="/apps/themes" variant={primaryVariant}>
          {t('onboarding.step.theme.action')}
        </LinkButton>
      )
    case 'payment':
      return (
        <LinkButton to="/apps/payment" variant={primaryVariant}>
          {t('onboarding.step.payment.action')}
        </LinkButton>
      )
    case 'launch':
      return isDone ? (
        <>
          <StorefrontButton label={t('store.view')} variant="filled" />
          <LinkButton to={storePath}>{t('onboarding.step.launch.pauseOrClose')}</LinkButton>
        </>
      ) : (
        <StoreStatusButton newStatus="live" variant="filled" />
      )
  }
}

const LinkButton = ({
  to,
  variant = 'subtle',
  children,
}: {
  to: string
  variant?: 'filled' | 'default' | 'subtle' | undefined
  children: ReactNode
}) => (
  <Button component={Link} to={to} variant={variant}>
    {children}
  </Button>
)

function ConfirmHandleButton() {
  const { t } = useTranslation()
  const confirmHandle = useRouteMutation(onboardingApi.confirmStoreHandle)
  return (
    <Button loading={confirmHandle.isPending} onClick={() => confirmHandle.mutate({})}>
      {t('onboarding.step.domain.keep')}
    </Button>
  )
}
