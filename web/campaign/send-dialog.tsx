import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type Campaign, campaignApi } from '#contract/campaign/campaign.ts'
import { Timestamp } from '#contract/lib/schemas.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { DateTimeField } from '../ui/date/date-time-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'

const SendForm = z.object({ sendAt: Timestamp.nullable() })
type Props = { campaign: Campaign; count: number; onClose: () => void }

/** Confirms the number of recipients, and sends now or at a time. */
export function SendDialog({ campaign, count, onClose }: Props) {
  const { t } = useTranslation()
  const send = useRouteMutation(campaignApi.send)
  const { _id: id, name, version } = campaign
  const form = useContractForm(SendForm, {
    values: { sendAt: null },
    onSave: async ({ sendAt }) => {
      await send.mutateAsync({ params: { id }, body: { sendAt, version } })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('campaign.sendTitle', { name })}
      saveLabel={t(form.values.sendAt ? 'campaign.schedule' : 'campaign.send')}
      onClose={onClose}
    >
      <p className="sw-dimmed">{t('campaign.sendText', { count })}</p>
      <DateTimeField
        form={form}
        name="sendAt"
        label={t('campaign.sendAt')}
        description={t('campaign.sendAtHint')}
      />
    </ModalForm>
  )
}
