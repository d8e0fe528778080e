import { Button, Progress } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Stats } from '#contract/dashboard.ts'
import { useBusinessId } from '../lib/session.ts'
import { SectionCard } from '../ui/section-card.tsx'
import css from './dashboard-page.module.css'

type Step = Stats['setup'][number]['step']
const places: Record<Exclude<Step, 'contact' | 'logo' | 'live'>, string> = {
  product: '/apps/product/create', picture: '/apps/product/list', category: '/apps/category/list', domain: '/apps/domains/list', order: '/apps/order/create',
}

/** While less than this is done, the store is new, and its first steps are what there is to do. */
const begun = 4
export const isNewStore = (setup: Stats['setup']) => setup.filter(one => one.done).length < begun

/** The first steps of a new store, until they are done or hidden; once most are, only the rest. */
export function SetupCard({ setup }: { setup: Stats['setup'] }) {
  const { t } = useTranslation()
  const store = useBusinessId() ?? ''
  const [hidden, setHidden] = useLocalStorage<string[]>({ key: 'setupHidden', defaultValue: [], getInitialValueInEffect: false })
  const done = setup.filter(one => one.done).length
  if (done === setup.length || hidden.includes(store)) return null
  const toOf = (step: Step) => (step === 'contact' || step === 'logo' || step === 'live' ? `/apps/myStore/update/${store}` : places[step])
  return (
    <SectionCard title={t('dashboard.setup.title')} hint={t('dashboard.setup.progress', { done, all: setup.length })}
      actions={<Button variant="subtle" color="gray" size="compact-sm" onClick={() => setHidden([...hidden, store])}>{t('dashboard.setup.hide')}</Button>}>
      <Progress value={(done / setup.length) * 100} size="sm" aria-label={t('dashboard.setup.progress', { done, all: setup.length })} mb="md" />
      <ul className={css.steps}>
        {setup.filter(one => !one.done || isNewStore(setup)).map(({ step, done: isDone }) => (
          <li key={step}>
            <Link to={toOf(step)} className={css.step} data-done={isDone || undefined}>
              {isDone ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircleDashed size={20} stroke={1.75} aria-hidden />}
              <span><strong>{t(`dashboard.setup.steps.${step}.title`)}</strong><small>{t(`dashboard.setup.steps.${step}.text`)}</small></span>
            </Link>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
