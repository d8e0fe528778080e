import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type Campaign, campaignApi } from '#contract/campaign/campaign.ts'
import { pickFields } from '#contract/lib/shape.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { EditForm } from '../ui/form/edit-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './campaign.module.css'
import {
  DeleteCampaignButton,
  DraftActions,
  NotStartedActions,
  OpenSendDialog,
  SendingActions,
} from './campaign-actions.tsx'
import { CampaignCheckCard } from './campaign-check-card.tsx'
import { CampaignCompose } from './campaign-compose.tsx'
import { CampaignValues } from './campaign-fields.tsx'
import { CampaignPreview } from './campaign-preview.tsx'
import { CampaignResultCard } from './campaign-result-card.tsx'
import { CampaignStatusBadge } from './campaign-status.tsx'

const sendingMs = 3000

export function CampaignEditPage() {
  const { id = '' } = useParams()
  const campaign = useQuery({
    ...queryOptionsFor(campaignApi.get, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? sendingMs : false),
  })
  return (
    <QueryBoundary query={campaign}>
      {data =>
        data.status === 'draft' ? <DraftForm campaign={data} /> : <SentCampaign campaign={data} />
      }
    </QueryBoundary>
  )
}
CampaignEditPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(queryOptionsFor(campaignApi.get, { params: { id } }))) satisfies Prefetch

function useHeader(campaign: Campaign) {
  const { t } = useTranslation()
  return {
    title: campaign.name,
    back: { to: '/apps/campaign/list', label: t('shell.menu.campaigns') },
    badges: <CampaignStatusBadge status={campaign.status} />,
  }
}

function DraftForm({ campaign }: { campaign: Campaign }) {
  const update = useRouteMutation(campaignApi.update)
  const params = { id: campaign._id }
  const check = useQuery(queryOptionsFor(campaignApi.check, { params })).data
  const form = useContractForm(CampaignValues, {
    values: pickFields(CampaignValues, campaign),
    can: 'campaign:write',
    onSave: body => update.mutateAsync({ params, body }),
  })
  return (
    <>
      <EditForm form={form}>
        <PageHeader {...useHeader(campaign)}>
          <DeleteCampaignButton campaign={campaign} onDeleted={form.discard} />
          <DraftActions campaign={campaign} check={check} isChanged={form.isChanged} />
        </PageHeader>
        <CampaignCompose form={form}>
          <CampaignCheckCard check={check} />
        </CampaignCompose>
      </EditForm>
      <OpenSendDialog campaign={campaign} check={check} isChanged={form.isChanged} />
    </>
  )
}

function SentCampaign({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation()
  const { subject, preview, body } = campaign
  const isNotStarted = campaign.status === 'paused' && campaign.startedAt === null
  const check = useQuery({
    ...queryOptionsFor(campaignApi.check, { params: { id: campaign._id } }),
    enabled: isNotStarted,
  }).data
  return (
    <>
      <PageHeader {...useHeader(campaign)}>
        <DeleteCampaignButton campaign={campaign} />
        {isNotStarted ? (
          <NotStartedActions campaign={campaign} check={check} />
        ) : (
          <SendingActions campaign={campaign} />
        )}
      </PageHeader>
      {isNotStarted && (
        <Alert color="yellow" mb="md">
          {t('campaign.notStarted')}
        </Alert>
      )}
      {campaign.isSenderRefused && (
        <Alert color="yellow" mb="md">
          {t('campaign.senderRefused')}{' '}
          <Link to="/apps/settings/emails">{t('campaign.openSender')}</Link>
        </Alert>
      )}
      <div className={css.compose}>
        {isNotStarted ? (
          <CampaignCheckCard check={check} />
        ) : (
          <CampaignResultCard campaign={campaign} />
        )}
        <CampaignPreview text={{ subject, preview, body }} />
      </div>
    </>
  )
}
