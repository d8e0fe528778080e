import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Preferences } from '#contract/account.ts'
import { chooseLayout, useLayout } from '../lib/layout.ts'
import { SectionCard } from '../ui/section-card.tsx'
import css from './account-page.module.css'

const LockAfter = Preferences.shape.lockAfter.unwrap()

/** A screen that was left locks by itself, if its person wants that. */
export function LockCard() {
  const { t } = useTranslation()
  const { lockAfter } = useLayout()
  const word = (choice: string) => (choice === 'never' ? t('person.lock.never') : t('person.lock.after', { count: Number(choice) }))
  return (
    <SectionCard title={t('person.lock.title')}>
      <div className={css.line}>
        <p className={css.words}>{t('person.lock.hint')}</p>
        <NativeSelect aria-label={t('person.lock.title')} value={lockAfter} data={LockAfter.options.map(value => ({ value, label: word(value) }))}
          onChange={event => chooseLayout({ lockAfter: LockAfter.parse(event.currentTarget.value) })} />
      </div>
    </SectionCard>
  )
}
