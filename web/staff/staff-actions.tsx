import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type Staff, staffApi } from '#contract/staff.ts'
import { useSend } from '../lib/call/api.ts'
import { refreshRights } from '../lib/session/rights.ts'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'
import { nameOf } from './staff-words.ts'

type Props = { staff: Staff; isSelf: boolean; isInReach: boolean }

/** What can be done about somebody, by how they stand. */
export function StaffActions({ staff, isSelf, isInReach }: Props) {
  if (isSelf) return <Leave />
  if (!isInReach) return null
  return staff.status === 'pending' ? <Waiting staff={staff} /> : <Here staff={staff} />
}

/** Asks before it is done; `text` says what happens and what does not. */
function Asked({
  action,
  title,
  text,
  isDangerous = false,
  onDo,
}: {
  action: string
  title: string
  text: ReactNode
  isDangerous?: boolean
  onDo: () => Promise<unknown>
}) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const act = () => {
    setBusy(true)
    // What went wrong has been said by whoever sent it.
    void onDo()
      .catch(() => undefined)
      .finally(() => {
        setBusy(false)
        setAsking(false)
      })
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={title}
        action={action}
        isDangerous={isDangerous}
        isBusy={isBusy}
        onConfirm={act}
        onClose={() => setAsking(false)}
      >
        {text}
      </ConfirmDialog>
    </>
  )
}

function Waiting({ staff }: { staff: Staff }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const resend = useSend(staffApi.resend)
  const revoke = useSend(staffApi.revoke)
  const params = { id: staff._id }
  return (
    <>
      <Asked
        action={t('staff.revoke.do')}
        title={t('staff.revoke.title', { name: staff.email })}
        text={t('staff.revoke.text')}
        isDangerous
        onDo={async () => {
          await revoke.mutateAsync({ params })
          await navigate('/apps/staff/list')
        }}
      />
      <Button loading={resend.isPending} onClick={() => resend.mutate({ params })}>
        {t('staff.resend')}
      </Button>
    </>
  )
}

function Here({ staff }: { staff: Staff }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const update = useSend(staffApi.update)
  const remove = useSend(staffApi.delete)
  const name = nameOf(staff)
  const params = { id: staff._id }
  const turn = (status: 'active' | 'inactive') => update.mutateAsync({ params, body: { status } })
  return (
    <>
      <Asked
        action={t('staff.remove.do')}
        title={t('staff.remove.title', { name })}
        text={t('staff.remove.text')}
        isDangerous
        onDo={async () => {
          await remove.mutateAsync({ params })
          await navigate('/apps/staff/list')
        }}
      />
      {staff.status === 'active' ? (
        <Asked
          action={t('staff.shutOut.do')}
          title={t('staff.shutOut.title', { name })}
          text={t('staff.shutOut.text')}
          isDangerous
          onDo={() => turn('inactive')}
        />
      ) : (
        <Button
          loading={update.isPending}
          onClick={() => void turn('active').catch(() => undefined)}
        >
          {t('staff.letIn')}
        </Button>
      )}
    </>
  )
}

function Leave() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const leave = useSend(staffApi.leave)
  return (
    <Asked
      action={t('staff.leave.do')}
      title={t('staff.leave.title')}
      text={t('staff.leave.text')}
      isDangerous
      onDo={async () => {
        await leave.mutateAsync({})
        await refreshRights()
        await navigate('/dashboard')
      }}
    />
  )
}
