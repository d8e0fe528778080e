import { Button } from '@mantine/core'
import { IconSend, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type Campaign, type CampaignCheck, campaignApi } from '#contract/campaign/campaign.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { FormGate, PermissionGate } from '../lib/session/permission-gate.tsx'
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx'
import { SendDialog } from './send-dialog.tsx'

type DraftProps = { campaign: Campaign; check: CampaignCheck | undefined; isChanged: boolean }

/** The buttons that send a draft. They send the saved text, so changes are saved first. */
export function DraftActions({ campaign, check, isChanged }: DraftProps) {
  const { t } = useTranslation()
  const dialog = useDialogParam('send')
  const sendTest = useRouteMutation(campaignApi.sendTest, { hasErrorToast: true })
  const reason = isChanged ? t('campaign.saveFirst') : undefined
  const isReady = check?.problems.length === 0
  return (
    <PermissionGate permission="campaign:write">
      <Button
        variant="default"
        disabled={isChanged}
        title={reason}
        loading={sendTest.isPending}
        onClick={() => sendTest.mutate({ params: { id: campaign._id } })}
      >
        {t('campaign.sendTest')}
      </Button>
      <Button
        leftSection={<IconSend size={16} stroke={1.75} className="sw-flip" />}
        disabled={isChanged || !isReady}
        title={reason}
        onClick={() => dialog.open('campaign')}
      >
        {t('campaign.send')}
      </Button>
    </PermissionGate>
  )
}

/** The open dialog. It is no part of the form of the draft. */
export function OpenSendDialog({ campaign, check, isChanged }: DraftProps) {
  const dialog = useDialogParam('send')
  if (!dialog.value || isChanged || check?.problems.length !== 0) return null
  return (
    <FormGate permission="campaign:write">
      <SendDialog campaign={campaign} count={check.count} onClose={dialog.close} />
    </FormGate>
  )
}

type NotStartedProps = { campaign: Campaign; check: CampaignCheck | undefined }

/** The buttons of a campaign that was paused before it started. */
export function NotStartedActions({ campaign, check }: NotStartedProps) {
  const { t } = useTranslation()
  const cancel = useRouteMutation(campaignApi.cancel)
  const resume = useRouteMutation(campaignApi.resume)
  const { _id: id, name } = campaign
  const args = { params: { id }, body: {} }
  return (
    <PermissionGate permission="campaign:write">
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(args)}>
        {t('campaign.unschedule')}
      </Button>
      {check?.problems.length === 0 && (
        <ConfirmButton
          label={t('campaign.send')}
          title={t('campaign.sendTitle', { name })}
          isBusy={resume.isPending}
          onConfirm={close => resume.mutate(args, { onSettled: close })}
        >
          {t('campaign.sendText', { count: check.count })}
        </ConfirmButton>
      )}
    </PermissionGate>
  )
}

/** The buttons of a campaign that is scheduled or being sent. */
export function SendingActions({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation()
  const cancel = useRouteMutation(campaignApi.cancel)
  const pause = useRouteMutation(campaignApi.pause)
  const resume = useRouteMutation(campaignApi.resume)
  const { _id: id, name, status } = campaign
  const args = { params: { id }, body: {} }
  return (
    <PermissionGate permission="campaign:write">
      {status === 'scheduled' && (
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(args)}>
          {t('campaign.unschedule')}
        </Button>
      )}
      {(status === 'sending' || status === 'paused') && (
        <ConfirmButton
          label={t('campaign.cancel')}
          title={t('campaign.cancelTitle', { name })}
          isBusy={cancel.isPending}
          onConfirm={close => cancel.mutate(args, { onSettled: close })}
        >
          {t('campaign.cancelText')}
        </ConfirmButton>
      )}
      {status === 'sending' && (
        <Button loading={pause.isPending} onClick={() => pause.mutate(args)}>
          {t('campaign.pause')}
        </Button>
      )}
      {status === 'paused' && (
        <Button loading={resume.isPending} onClick={() => resume.mutate(args)}>
          {t('campaign.resume')}
        </Button>
      )}
    </PermissionGate>
  )
}

type DeleteProps = { campaign: Campaign; onDeleted?: () => void }

/** Only for campaigns without sent emails. */
export function DeleteCampaignButton({ campaign, onDeleted }: DeleteProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const remove = useRouteMutation(campaignApi.delete)
  const isUnsent = ['draft', 'scheduled', 'paused'].includes(campaign.status)
  if (!isUnsent || campaign.startedAt !== null) return null
  return (
    <PermissionGate permission="campaign:write">
      <ConfirmButton
        leftSection={<IconTrash size={16} stroke={1.75} />}
        label={t('campaign.delete')}
        title={t('campaign.deleteTitle', { name: campaign.name })}
        isBusy={remove.isPending}
        onConfirm={() =>
          remove.mutate(
            { params: { id: campaign._id } },
            {
              onSuccess: () => {
                onDeleted?.()
                void navigate('/apps/campaign/list')
              },
            },
          )
        }
      >
        {t('campaign.deleteText')}
      </ConfirmButton>
    </PermissionGate>
  )
}
