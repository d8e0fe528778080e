import { useTranslation } from 'react-i18next'
import { CampaignStatus, campaignApi } from '#contract/campaign/campaign.ts'
import { toOptions } from '../lib/to-options.ts'
import { ListPage } from '../list/list-page.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import mailboxDrawing from '../ui/art/mailbox.svg?raw'
import { AddButton } from '../ui/page/add-button.tsx'
import { LinkButton } from '../ui/page/link-button.tsx'
import { useCampaignColumns } from './campaign-columns.tsx'

const campaignList = { route: campaignApi.list, name: 'campaign' } as const

/** Lists the campaigns of the store, newest first. */
export function CampaignListPage() {
  const { t } = useTranslation()
  const addButton = (
    <AddButton can="campaign:write" to="/apps/campaign/create" label={t('campaign.add')} />
  )
  return (
    <ListPage
      {...useList(campaignList)}
      title={t('shell.menu.campaigns')}
      buttons={
        <>
          <LinkButton
            can="campaign:read"
            to="/apps/campaign/automations"
            label={t('automation.title')}
          />
          <LinkButton
            can="campaign:read"
            to="/apps/campaign/suppressions"
            label={t('suppression.title')}
          />
          <LinkButton can="campaign:read" to="/apps/campaign/segments" label={t('segment.title')} />
          {addButton}
        </>
      }
      columns={useCampaignColumns()}
      getRowName={({ name }) => name}
      getRowLink={({ _id }) => `/apps/campaign/edit/${_id}`}
      filters={[
        {
          key: 'status',
          label: t('campaign.field.status'),
          isSingleChoice: true,
          options: toOptions(CampaignStatus.options, value => t(`campaign.statuses.${value}`)),
        },
      ]}
      empty={{
        can: 'campaign:write',
        drawing: mailboxDrawing,
        title: t('campaign.empty'),
        text: t('campaign.emptyText'),
        children: addButton,
      }}
    />
  )
}
CampaignListPage.prefetch = prefetchList(campaignList)
