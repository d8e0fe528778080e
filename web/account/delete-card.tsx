import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountProfileApi } from '#contract/account-profile.ts'
import { useSend } from '../lib/api.ts'
import { endSession } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { SectionCard } from '../ui/section-card.tsx'
import css from './account-page.module.css'
import { PasswordDialog } from './password-dialog.tsx'

export function DeleteCard() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const end = useSend(accountProfileApi.deleteAccount)
  return (
    <SectionCard title={t('person.end.title')}>
      <div className={css.line}>
        <p className={css.words}>{t('person.end.hint')}</p>
        <Button variant="default" c="var(--sw-bad-text)" onClick={() => setOpen(true)}>{t('person.end.do')}</Button>
      </div>
      {isOpen && (
        <PasswordDialog isDangerous title={t('person.end.do')} text={t('person.end.text')} onClose={() => setOpen(false)}
          onProve={async body => {
            await end.mutateAsync({ body })
            toast.good(t('person.end.done'))
            endSession({ onPurpose: true })
          }} />
      )}
    </SectionCard>
  )
}
