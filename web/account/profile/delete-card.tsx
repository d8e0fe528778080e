import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accountProfileApi } from '#contract/account-profile.ts'
import { useSend } from '../../lib/call/api.ts'
import { ApiError } from '../../lib/call/request.ts'
import { toast } from '../../lib/page/toast.ts'
import { endSession } from '../../lib/session/session.ts'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { FormFault, useFault } from '../login/form-fault.tsx'
import css from './account-page.module.css'
import { PasswordDialog } from './password-dialog.tsx'

export function DeleteCard() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const end = useSend(accountProfileApi.deleteAccount)
  const { fault, setFault, claim } = useFault()
  return (
    <SectionCard title={t('person.end.title')}>
      <div className={css.line}>
        <p className={css.words}>{t('person.end.hint')}</p>
        <Button
          variant="default"
          c="var(--sw-bad-text)"
          onClick={() => {
            setFault('')
            setOpen(true)
          }}
        >
          {t('person.end.do')}
        </Button>
      </div>
      {isOpen && (
        <PasswordDialog
          isDangerous
          title={t('person.end.do')}
          text={t('person.end.text')}
          onClose={() => setOpen(false)}
          onProve={async body => {
            setFault('')
            await end.mutateAsync({ body }).catch(error => {
              if (error instanceof ApiError && error.problem.code === 'sole_owner') claim(error)
              throw error
            })
            toast.good(t('person.end.done'))
            endSession({ onPurpose: true })
          }}
        >
          <FormFault fault={fault} />
          {fault && (
            <Anchor component={Link} to="/apps/myStore/list" size="sm">
              {t('business.list.title')}
            </Anchor>
          )}
        </PasswordDialog>
      )}
    </SectionCard>
  )
}
