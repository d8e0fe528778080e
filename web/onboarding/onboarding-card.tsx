import { Button, Menu } from '@mantine/core'
import { IconCircleCheckFilled, IconDots, IconEyeOff, IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type Onboarding, type OnboardingStep, onboardingApi } from '#contract/store/onboarding.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { getStoreId, useHasPermission, useStoreId } from '../lib/session/session.ts'
import { StorefrontButton } from '../store/storefront-link.tsx'
import { MoreButton } from '../ui/page/more-button.tsx'
import css from './onboarding.module.css'
import { OnboardingStepCard } from './onboarding-step.tsx'
import { OnboardingProgressRing } from './progress-ring.tsx'

/** Refetches on each mount, because actions on any page complete steps. */
export const onboardingQueryOptions = () => ({
  ...queryOptionsFor(onboardingApi.get, {}),
  refetchOnMount: 'always' as const,
})

/** Loads the setup guide for users who can change the store. */
export function useOnboarding() {
  const hasPermission = useHasPermission()
  return useQuery({ ...onboardingQueryOptions(), enabled: hasPermission('business:write') })
}

/** Stores that were unfinished since this page loaded. Only they show the message at the end. */
const unfinishedStores = new Set<string>()
const isFinished = ({ steps }: Onboarding) => steps.every(({ isDone }) => isDone)

/** The setup guide, which leads from sign-up to an open store. */
export function OnboardingCard() {
  const { data } = useOnboarding()
  const storeId = getStoreId() ?? ''
  if (!data || data.isDismissed) return null
  if (!isFinished(data)) unfinishedStores.add(storeId)
  if (!unfinishedStores.has(storeId)) return null
  return isFinished(data) ? (
    <FinishedCard total={data.steps.length} />
  ) : (
    <StepList key={storeId} onboarding={data} />
  )
}

function StepList({ onboarding }: { onboarding: Onboarding }) {
  const { steps } = onboarding
  const { t } = useTranslation()
  const nextStep = steps.find(({ isDone }) => !isDone)?.step
  const [chosenStep, setChosenStep] = useState<OnboardingStep | 'none'>()
  // A step that the user opened stays open until it is done. Then the next step opens.
  const isChosenDone = steps.some(({ step, isDone }) => step === chosenStep && isDone)
  const [wasOpenedWhenDone, setOpenedWhenDone] = useState(false)
  const openStep =
    chosenStep === undefined || (isChosenDone && !wasOpenedWhenDone) ? nextStep : chosenStep
  const toggleStep = (step: OnboardingStep, isDone: boolean) => {
    setChosenStep(openStep === step ? 'none' : step)
    setOpenedWhenDone(isDone)
  }
  const doneCount = steps.filter(step => step.isDone).length
  return (
    <section className={css.card} aria-label={t('onboarding.title')}>
      <div className={css.header}>
        <OnboardingProgressRing doneCount={doneCount} totalCount={steps.length} />
        <div className={css.summary}>
          <h2 className={css.title}>{t('onboarding.title')}</h2>
          <p className={css.hint}>
            {t('onboarding.progress', { count: doneCount, total: steps.length })}
          </p>
        </div>
        <DismissMenu />
      </div>
      <ol className={css.steps}>
        {steps.map(({ step, isDone }) => (
          <OnboardingStepCard
            key={step}
            step={step}
            isDone={isDone}
            isOpen={openStep === step}
            onboarding={onboarding}
            onToggle={() => toggleStep(step, isDone)}
          />
        ))}
      </ol>
    </section>
  )
}

function DismissMenu() {
  const { t } = useTranslation()
  const update = useRouteMutation(onboardingApi.update)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <MoreButton label={t('onboarding.moreActions')}>
          <IconDots size={18} stroke={1.75} />
        </MoreButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconEyeOff size={16} stroke={1.75} />}
          onClick={() => update.mutate({ body: { isDismissed: true } })}
        >
          {t('onboarding.hide')}
        </Menu.Item>
        <Menu.Label>{t('onboarding.hideHint')}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}

function FinishedCard({ total }: { total: number }) {
  const { t } = useTranslation()
  const update = useRouteMutation(onboardingApi.update)
  return (
    <section className={css.card} aria-label={t('onboarding.title')} data-finished>
      <div className={css.header} role="status">
        <span className={css.finishedIcon}>
          <IconCircleCheckFilled size={40} aria-hidden />
        </span>
        <div className={css.summary}>
          <h2 className={css.title}>{t('onboarding.finished')}</h2>
          <p className={css.hint}>{t('onboarding.finishedText', { total })}</p>
        </div>
        <StorefrontButton label={t('store.view')} variant="filled" />
        <Button
          variant="default"
          loading={update.isPending}
          onClick={() => update.mutate({ body: { isDismissed: true } })}
        >
          {t('onboarding.close')}
        </Button>
      </div>
    </section>
  )
}

/** A menu that shows the hidden setup guide again. The URL parameter `onboarding` does the same. */
export function OnboardingMenu() {
  const { t } = useTranslation()
  const storeId = useStoreId()
  const { data } = useOnboarding()
  const { mutate } = useRouteMutation(onboardingApi.update)
  const [params, setParams] = useSearchParams()
  const isRequested = params.has('onboarding') && data !== undefined
  useEffect(
    function showOnboarding() {
      if (!isRequested) return
      setParams({}, { replace: true })
      mutate({ body: { isDismissed: false } })
    },
    [isRequested, setParams, mutate],
  )
  if (!data?.isDismissed || isFinished(data)) return null
  return (
    <Menu key={storeId} position="bottom-end">
      <Menu.Target>
        <MoreButton label={t('onboarding.dashboardActions')} isBordered>
          <IconDots size={18} stroke={1.75} />
        </MoreButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconListCheck size={16} stroke={1.75} />}
          onClick={() => mutate({ body: { isDismissed: false } })}
        >
          {t('onboarding.show')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
