import { Button, Menu } from '@mantine/core'
import { IconCircleCheckFilled, IconDots, IconEyeOff, IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type Onboarding, type OnboardingStep, onboardingApi } from '#contract/onboarding.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import { currentBusiness, useBusinessId, useMay } from '../lib/session/session.ts'
import { MoreButton } from '../ui/page/more-button.tsx'
import { FirstStep } from './first-step.tsx'
import css from './first-steps.module.css'
import { FirstStepsRing } from './first-steps-ring.tsx'

/** What is done anywhere ticks its step, so it is read anew whenever the list is shown. */
export const firstStepsQuery = () => ({
  ...queryOf(onboardingApi.get, {}),
  refetchOnMount: 'always' as const,
})

/** For those who may change the store; anybody else could not take the steps. */
export function useFirstSteps() {
  const may = useMay()
  return useQuery({ ...firstStepsQuery(), enabled: may('business:write') })
}

/** Stores that were seen unfinished since this page was loaded: only there is finishing news. */
const begun = new Set<string>()
const isFinished = ({ steps }: Onboarding) => steps.every(({ done }) => done)

/** From signing up to an open store: one step at a time, ticked by what there is. */
export function FirstStepsCard() {
  const { data } = useFirstSteps()
  const business = currentBusiness() ?? ''
  if (!data || data.dismissed) return null
  if (!isFinished(data)) begun.add(business)
  if (!begun.has(business)) return null
  return isFinished(data) ? <Finished /> : <Steps key={business} onboarding={data} />
}

function Steps({ onboarding: { steps, host } }: { onboarding: Onboarding }) {
  const { t } = useTranslation()
  const next = steps.find(({ done }) => !done)?.step
  const [chosen, setChosen] = useState<OnboardingStep | 'none'>()
  // What was opened by hand stays open until it is done; then the next one opens.
  const isChosenDone = steps.some(({ step, done }) => step === chosen && done)
  const [openedDone, setOpenedDone] = useState(false)
  const open = chosen === undefined || (isChosenDone && !openedDone) ? next : chosen
  const choose = (step: OnboardingStep, done: boolean) => {
    setChosen(open === step ? 'none' : step)
    setOpenedDone(done)
  }
  const done = steps.filter(step => step.done).length
  return (
    <section className={css.card} aria-label={t('onboarding.title')}>
      <div className={css.head}>
        <FirstStepsRing done={done} all={steps.length} />
        <div className={css.words}>
          <h2 className={css.title}>{t('onboarding.title')}</h2>
          <p className={css.hint}>{t('onboarding.progress', { count: done, all: steps.length })}</p>
        </div>
        <HideMenu />
      </div>
      <ol className={css.steps}>
        {steps.map(({ step, done: isDone }) => (
          <FirstStep
            key={step}
            step={step}
            isDone={isDone}
            isOpen={open === step}
            host={host}
            onToggle={() => choose(step, isDone)}
          />
        ))}
      </ol>
    </section>
  )
}

function HideMenu() {
  const { t } = useTranslation()
  const update = useSend(onboardingApi.update)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <MoreButton label={t('onboarding.more')}>
          <IconDots size={18} stroke={1.75} />
        </MoreButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconEyeOff size={16} stroke={1.75} />}
          onClick={() => update.mutate({ body: { dismissed: true } })}
        >
          {t('onboarding.hide')}
        </Menu.Item>
        <Menu.Label>{t('onboarding.hideHint')}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}

function Finished() {
  const { t } = useTranslation()
  const update = useSend(onboardingApi.update)
  return (
    <section className={css.card} aria-label={t('onboarding.title')} data-finished>
      <div className={css.head} role="status">
        <span className={css.seal}>
          <IconCircleCheckFilled size={40} aria-hidden />
        </span>
        <div className={css.words}>
          <h2 className={css.title}>{t('onboarding.finished')}</h2>
          <p className={css.hint}>{t('onboarding.finishedText')}</p>
        </div>
        <Button
          variant="default"
          loading={update.isPending}
          onClick={() => update.mutate({ body: { dismissed: true } })}
        >
          {t('onboarding.close')}
        </Button>
      </div>
    </section>
  )
}

/** Brings the list back for whoever has put it away while something is left to do; so does `?firstSteps`, which the search leads to. */
export function FirstStepsMenu() {
  const { t } = useTranslation()
  const store = useBusinessId()
  const { data } = useFirstSteps()
  const { mutate } = useSend(onboardingApi.update)
  const [params, setParams] = useSearchParams()
  const isWanted = params.has('firstSteps') && data !== undefined
  useEffect(
    function bringBack() {
      if (!isWanted) return
      setParams({}, { replace: true })
      mutate({ body: { dismissed: false } })
    },
    [isWanted, setParams, mutate],
  )
  if (!data?.dismissed || isFinished(data)) return null
  return (
    <Menu key={store} position="bottom-end">
      <Menu.Target>
        <MoreButton label={t('onboarding.pageMore')} isBordered>
          <IconDots size={18} stroke={1.75} />
        </MoreButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconListCheck size={16} stroke={1.75} />}
          onClick={() => mutate({ body: { dismissed: false } })}
        >
          {t('onboarding.show')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
