import { Button, Collapse } from '@mantine/core'
import { IconCheck, IconChevronDown, IconWorld } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDomain } from '#contract/lib/text/readable-domain.ts'
import { type Onboarding, type OnboardingStep, onboardingApi } from '#contract/store/onboarding.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { getRecordPath, recordListPaths } from '../lib/navigation/record-paths.ts'
import { useStoreId } from '../lib/session/session.ts'
import { StoreStatusButton } from '../store/store-status-button.tsx'
import { StorefrontButton } from '../store/storefront-link.tsx'
import css from './onboarding.module.css'
import { OnboardingStepIllustration } from './onboarding-step-illustration.tsx'
import { useStepText } from './use-step-text.ts'

type Props = {
  step: OnboardingStep
  isDone: boolean
  isOpen: boolean
  onboarding: Onboarding
  onToggle: () => void
}

/** A step of the setup guide. When open, it explains the step and offers its actions. */
export function OnboardingStepCard({ step, isDone, isOpen, onboarding, onToggle }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const getStepText = useStepText(onboarding)
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
            <p className={css.text}>{getStepText(step, isDone)}</p>
            {step === 'domain' && (
              <p className={css.host} dir="ltr">
                <IconWorld size={16} stroke={1.75} aria-hidden />
                {formatDomain(onboarding.host)}
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
  const storePath = getRecordPath('store', useStoreId() ?? '')
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
          <LinkButton to={`${recordListPaths.domain}?add`} variant="default">
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
    case 'shipping':
      return (
        <LinkButton to="/apps/settings/shipping" variant={primaryVariant}>
          {t('onboarding.step.shipping.action')}
        </LinkButton>
      )
    case 'tax':
      return (
        <>
          <LinkButton to="/apps/settings/taxes" variant={primaryVariant}>
            {t('onboarding.step.tax.action')}
          </LinkButton>
          {!isDone && <ConfirmUntaxedButton />}
        </>
      )
    case 'policies':
      return (
        <LinkButton
          to={`/apps/cms?section=policies${isDone ? '' : '&fill'}`}
          variant={primaryVariant}
        >
          {t(isDone ? 'onboarding.step.policies.review' : 'onboarding.step.policies.action')}
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

function ConfirmUntaxedButton() {
  const { t } = useTranslation()
  const confirmUntaxed = useRouteMutation(onboardingApi.confirmUntaxed)
  return (
    <Button
      variant="subtle"
      loading={confirmUntaxed.isPending}
      onClick={() => confirmUntaxed.mutate({})}
    >
      {t('onboarding.step.tax.untaxed')}
    </Button>
  )
}
