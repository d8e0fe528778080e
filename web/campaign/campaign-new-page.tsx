import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { CampaignInput, campaignApi } from '#contract/campaign/campaign.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { EditForm } from '../ui/form/edit-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { CampaignCompose } from './campaign-compose.tsx'
import { CampaignValues } from './campaign-fields.tsx'

export function CampaignNewPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useRouteMutation(campaignApi.create)
  const form = useContractForm(CampaignValues, {
    values: { name: '', subject: '', preview: '', body: '', segmentId: null },
    onSave: async ({ version: _, ...values }) => {
      const { _id } = await create.mutateAsync({ body: CampaignInput.parse(values) })
      await navigate(`/apps/campaign/edit/${_id}`)
    },
  })
  return (
    <EditForm form={form} saveLabel={t('campaign.add')}>
      <PageHeader
        title={t('campaign.add')}
        back={{ to: '/apps/campaign/list', label: t('shell.menu.campaigns') }}
      />
      <CampaignCompose form={form} />
    </EditForm>
  )
}
