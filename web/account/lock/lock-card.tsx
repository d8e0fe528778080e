import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Preferences } from '#contract/account.ts'
import { toast } from '../../lib/page/toast.ts'
import { chooseLayout, useLayout } from '../../lib/preference/layout.ts'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from '../profile/account-page.module.css'

const LockAfter = Preferences.shape.lockAfter.unwrap()

/** A screen that was left locks by itself, if its person wants that. */
export function LockCard() {
  const { t } = useTranslation()
  const { lockAfter } = useLayout()
  const choose = (value: string) => {
    chooseLayout({ lockAfter: LockAfter.parse(value) })
    toast.good(t('person.lock.saved'))
  }
  const word = (choice: string) =>
    choice === 'never' ? t('person.lock.never') : t('person.lock.after', { count: Number(choice) })
  return (
    <SectionCard title={t('person.lock.title')}>
      <div className={css.line}>
        <p className={css.words}>{t('person.lock.hint')}</p>
        <NativeSelect
          aria-label={t('person.lock.title')}
          value={lockAfter}
          data={LockAfter.options.map(value => ({ value, label: word(value) }))}
          onChange={event => choose(event.currentTarget.value)}
        />
      </div>
    </SectionCard>
  )
}
