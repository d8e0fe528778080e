import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { webhookApi } from '#contract/developer/webhook.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { CardStack } from '../ui/form/edit-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { ApiKeyCard } from './api-key-card.tsx'
import { GettingStartedCard } from './getting-started-card.tsx'
import { WebhookCard } from './webhook-card.tsx'

/** Manages API keys and webhooks, and shows how to begin with the API. */
export function DeveloperPage() {
  const { t } = useTranslation()
  const keys = useQuery(queryOptionsFor(apiKeyApi.list, {}))
  const webhooks = useQuery(queryOptionsFor(webhookApi.list, {}))
  return (
    <>
      <PageHeader title={t('developer.title')} subtitle={t('developer.subtitle')} />
      <QueryBoundary query={keys} alsoWaitFor={[webhooks]}>
        {keyItems => (
          <CardStack>
            <ApiKeyCard keys={keyItems} />
            <QueryBoundary query={webhooks}>
              {webhookItems => <WebhookCard webhooks={webhookItems} />}
            </QueryBoundary>
            <GettingStartedCard />
          </CardStack>
        )}
      </QueryBoundary>
    </>
  )
}
DeveloperPage.prefetch = (({ client }) =>
  Promise.all([
    client.prefetchQuery(queryOptionsFor(apiKeyApi.list, {})),
    client.prefetchQuery(queryOptionsFor(webhookApi.list, {})),
  ])) satisfies Prefetch
