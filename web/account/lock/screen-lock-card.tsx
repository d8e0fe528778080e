import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Preferences } from '#contract/account/account.ts'
import { toast } from '../../lib/page/toast.ts'
import { updateLayout, useLayout } from '../../lib/preference/layout.ts'
import { toOptions } from '../../lib/to-options.ts'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from '../profile/account-page.module.css'

const LockAfter = Preferences.shape.lockAfter.unwrap()

/** Sets after how many idle minutes the screen locks, or that it never does. */
export function ScreenLockCard() {
  const { t } = useTranslation()
  const { lockAfter } = useLayout()
  const handleChange = (value: string) => {
    updateLayout({ lockAfter: LockAfter.parse(value) })
    toast.success(t('person.lock.saved'))
  }
  const formatDelay = (delay: string) =>
    delay === 'never'
      ? t('person.lock.never')
      : t('person.lock.afterMinutes', { count: Number(delay) })
  return (
    <SectionCard title={t('person.lock.title')}>
      <div className={css.setting}>
        <p className={css.settingText}>{t('person.lock.hint')}</p>
        <NativeSelect
          aria-label={t('person.lock.title')}
          value={lockAfter}
          data={toOptions(LockAfter.options, value => formatDelay(value))}
          onChange={event => handleChange(event.currentTarget.value)}
        />
      </div>
    </SectionCard>
  )
}
