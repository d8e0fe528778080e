import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiKeyApi } from '#contract/api-key.ts'
import { webhookApi } from '#contract/webhook.ts'
import { queryOf } from '../lib/call/api.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { Cards } from '../ui/form/edit-form.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { ApiKeyCard } from './api-key-card.tsx'
import { BeginCard } from './begin-card.tsx'
import { WebhookCard } from './webhook-card.tsx'

/** For programs: what they come in with, and where they are told what happens. */
export function DeveloperPage() {
  const { t } = useTranslation()
  const keys = useQuery(queryOf(apiKeyApi.list, {}))
  const webhooks = useQuery(queryOf(webhookApi.list, {}))
  return (
    <>
      <PageHeader title={t('developer.title')} subtitle={t('developer.subtitle')} />
      <Cards>
        <Loaded query={keys}>{found => <ApiKeyCard keys={found} />}</Loaded>
        <Loaded query={webhooks}>{found => <WebhookCard webhooks={found} />}</Loaded>
        <BeginCard />
      </Cards>
    </>
  )
}
DeveloperPage.warm = (({ client }) =>
  Promise.all([
    client.prefetchQuery(queryOf(apiKeyApi.list, {})),
    client.prefetchQuery(queryOf(webhookApi.list, {})),
  ])) satisfies Warm
