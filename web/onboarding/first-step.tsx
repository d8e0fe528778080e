import { Button, Collapse } from '@mantine/core'
import { IconCheck, IconChevronDown, IconWorld } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type OnboardingStep, onboardingApi } from '#contract/onboarding.ts'
import { useSend } from '../lib/call/api.ts'
import { useBusinessId } from '../lib/session/session.ts'
import { StoreStatusButton } from '../store/store-status-button.tsx'
import { FirstStepDrawing } from './first-step-drawing.tsx'
import css from './first-steps.module.css'

type Props = {
  step: OnboardingStep
  isDone: boolean
  isOpen: boolean
  host: string
  onToggle: () => void
}

/** One step: its name and whether it is done; opened, why it matters and what to do. */
export function FirstStep({ step, isDone, isOpen, host, onToggle }: Props) {
  const { t } = useTranslation()
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
          <span className={css.mark} aria-hidden>
            {isDone && <IconCheck size={14} stroke={3} />}
          </span>
          <span>
            {t(`onboarding.step.${step}.title`)}
            {isDone && <span className="sw-hidden">, {t('onboarding.done')}</span>}
          </span>
          <IconChevronDown size={16} stroke={1.75} className={css.arrow} aria-hidden />
        </button>
      </h3>
      <Collapse expanded={isOpen} transitionDuration={150}>
        <div id={id} className={css.inside}>
          <div className={css.body}>
            <p className={css.text}>{t(`onboarding.step.${step}.text`)}</p>
            {step === 'address' && (
              <p className={css.host} dir="ltr">
                <IconWorld size={16} stroke={1.75} aria-hidden />
                {host}
              </p>
            )}
            <div className={css.actions}>
              <Actions step={step} isDone={isDone} />
            </div>
          </div>
          <FirstStepDrawing step={step} />
        </div>
      </Collapse>
    </li>
  )
}

function Actions({ step, isDone }: { step: OnboardingStep; isDone: boolean }) {
  const { t } = useTranslation()
  const store = `/apps/myStore/update/${useBusinessId()}`
  const first = isDone ? 'default' : 'filled'
  switch (step) {
    case 'details':
      return (
        <Go to={store} variant={first}>
          {t('onboarding.step.details.do')}
        </Go>
      )
    case 'product':
      return (
        <>
          <Go to="/apps/product/create" variant={first}>
            {t('onboarding.step.product.do')}
          </Go>
          <Go to="/apps/import">{t('onboarding.step.product.or')}</Go>
        </>
      )
    case 'address':
      return (
        <>
          {!isDone && <KeepAddress />}
          <Go to="/apps/domains/list?add" variant={isDone ? 'default' : undefined}>
            {t('onboarding.step.address.or')}
          </Go>
          <Go to={store}>{t('onboarding.step.address.change')}</Go>
        </>
      )
    case 'theme':
      return (
        <Go to="/apps/themes" variant={first}>
          {t('onboarding.step.theme.do')}
        </Go>
      )
    case 'payment':
      return (
        <Go to="/apps/payment" variant={first}>
          {t('onboarding.step.payment.do')}
        </Go>
      )
    case 'open':
      return isDone ? (
        <Go to={store} variant="default">
          {t('onboarding.step.open.manage')}
        </Go>
      ) : (
        <StoreStatusButton to="live" variant="filled" />
      )
  }
}

const Go = ({
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

function KeepAddress() {
  const { t } = useTranslation()
  const keep = useSend(onboardingApi.confirmStoreHandle)
  return (
    <Button loading={keep.isPending} onClick={() => keep.mutate({})}>
      {t('onboarding.step.address.do')}
    </Button>
  )
}
