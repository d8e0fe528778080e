import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type Staff, staffApi } from '#contract/staff/staff.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { refreshPermissions } from '../lib/session/refresh-permissions.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { getStaffName } from './staff-labels.ts'

type Props = { staff: Staff; isSelf: boolean; canManage: boolean }

/** The actions for a staff member, an invitation or the own membership. */
export function StaffActions({ staff, isSelf, canManage }: Props) {
  if (isSelf) return <LeaveStoreButton />
  if (!canManage) return null
  return staff.status === 'pending' ? (
    <InvitationActions staff={staff} />
  ) : (
    <MemberActions staff={staff} />
  )
}

/** A button that asks for confirmation. `text` describes the effects of the action. */
function ConfirmedAction({
  action,
  title,
  text,
  isDangerous = false,
  onConfirm,
}: {
  action: string
  title: string
  text: ReactNode
  isDangerous?: boolean
  onConfirm: () => Promise<unknown>
}) {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const handleConfirm = () => {
    setBusy(true)
    // The mutation has already displayed its error.
    void onConfirm()
      .catch(() => undefined)
      .finally(() => {
        setBusy(false)
        setConfirmOpen(false)
      })
  }
  return (
    <>
      <Button variant="default" onClick={() => setConfirmOpen(true)}>
        {action}
      </Button>
      <ConfirmDialog
        isOpen={isConfirmOpen}
        title={title}
        confirmLabel={action}
        isDangerous={isDangerous}
        isBusy={isBusy}
        onConfirm={handleConfirm}
        onClose={() => setConfirmOpen(false)}
      >
        {text}
      </ConfirmDialog>
    </>
  )
}

function InvitationActions({ staff }: { staff: Staff }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const resend = useRouteMutation(staffApi.resend)
  const revoke = useRouteMutation(staffApi.revoke)
  const params = { id: staff._id }
  return (
    <>
      <ConfirmedAction
        action={t('staff.cancelInvitation.action')}
        title={t('staff.cancelInvitation.title', { name: staff.email })}
        text={t('staff.cancelInvitation.text')}
        isDangerous
        onConfirm={async () => {
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

function MemberActions({ staff }: { staff: Staff }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const update = useRouteMutation(staffApi.update)
  const remove = useRouteMutation(staffApi.delete)
  const name = getStaffName(staff)
  const params = { id: staff._id }
  const setStatus = (status: 'active' | 'inactive') =>
    update.mutateAsync({ params, body: { status } })
  return (
    <>
      <ConfirmedAction
        action={t('staff.remove.action')}
        title={t('staff.remove.title', { name })}
        text={t('staff.remove.text')}
        isDangerous
        onConfirm={async () => {
          await remove.mutateAsync({ params })
          await navigate('/apps/staff/list')
        }}
      />
      {staff.status === 'active' ? (
        <ConfirmedAction
          action={t('staff.deactivate.action')}
          title={t('staff.deactivate.title', { name })}
          text={t('staff.deactivate.text')}
          isDangerous
          onConfirm={() => setStatus('inactive')}
        />
      ) : (
        <Button
          loading={update.isPending}
          onClick={() => void setStatus('active').catch(() => undefined)}
        >
          {t('staff.activate')}
        </Button>
      )}
    </>
  )
}

function LeaveStoreButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const leave = useRouteMutation(staffApi.leave)
  return (
    <ConfirmedAction
      action={t('staff.leave.action')}
      title={t('staff.leave.title')}
      text={t('staff.leave.text')}
      isDangerous
      onConfirm={async () => {
        await leave.mutateAsync({})
        await refreshPermissions()
        await navigate('/dashboard')
      }}
    />
  )
}
