import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Domain, domainApi, maxDomains } from '#contract/store/domain.ts'
import { PlanUseLink } from '../component/plan-use-link.tsx'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { PermissionGate, usePermission } from '../lib/session/permission-gate.tsx'
import { useStoreId } from '../lib/session/session.ts'
import emptyDomainsDrawing from '../ui/art/empty-domains.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { LinkButton } from '../ui/page/link-button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './domain.module.css'
import { DomainAddDialog } from './domain-add-dialog.tsx'
import { DomainCard, DomainSkeleton } from './domain-card.tsx'
import { DomainDeleteDialog } from './domain-delete-dialog.tsx'

/**
 * Lists the domains of the store: its subdomain first, then the custom domains. It is no `ListPage`,
 * because each domain is a card with its status and DNS records, and the few need no search.
 */
export function DomainListPage() {
  const { t } = useTranslation()
  const domains = useQuery(queryOptionsFor(domainApi.list, {}))
  const addDialog = useDialogParam('add')
  const storeId = useStoreId() ?? ''
  const [domainToDelete, setDomainToDelete] = useState<Domain>()
  const canAdd = usePermission('domain:write')
  const openAddDialog = () => addDialog.open('')
  const isFull =
    (domains.data?.filter(domain => domain.kind === 'custom').length ?? 0) >= maxDomains
  return (
    <>
      <PageHeader
        title={t('domain.list.title')}
        count={domains.data?.length}
        subtitle={t('domain.list.subtitle')}
      >
        <PermissionGate permission="domain:write">
          <PlanUseLink resource="domain" />
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} />}
            disabled={isFull}
            onClick={openAddDialog}
          >
            {t('domain.list.add')}
          </Button>
        </PermissionGate>
      </PageHeader>
      <QueryBoundary query={domains} skeleton={<DomainSkeleton />}>
        {items => (
          <div className={css.list}>
            {items.map(domain => (
              <DomainCard
                key={domain._id}
                domain={domain}
                wwwHost={isFull ? undefined : findWwwHost(domain, items)}
                onDelete={() => setDomainToDelete(domain)}
              />
            ))}
            {isFull && <p className="sw-dimmed">{t('domain.list.limit', { count: maxDomains })}</p>}
            {items.length === 1 && canAdd && (
              <SectionCard flush>
                <EmptyState
                  drawing={emptyDomainsDrawing}
                  title={t('domain.list.emptyTitle')}
                  text={t('domain.list.emptyText')}
                >
                  <Button variant="default" onClick={openAddDialog}>
                    {t('domain.list.add')}
                  </Button>
                  <LinkButton
                    can="business:write"
                    to={getRecordPath('store', storeId)}
                    label={t('domain.list.changeFreeDomain')}
                    variant="subtle"
                  />
                </EmptyState>
              </SectionCard>
            )}
          </div>
        )}
      </QueryBoundary>
      {addDialog.value !== null && <DomainAddDialog onClose={addDialog.close} />}
      {domainToDelete && (
        <DomainDeleteDialog
          domain={domainToDelete}
          subdomain={domains.data?.[0]?.domain ?? ''}
          onClose={() => setDomainToDelete(undefined)}
        />
      )}
    </>
  )
}
DomainListPage.prefetch = (({ client }) =>
  client.prefetchQuery(queryOptionsFor(domainApi.list, {}))) satisfies Prefetch

/** Returns the host with `www.` of a registered domain unless the store has it. */
function findWwwHost({ domain, isRoot }: Domain, domains: readonly Domain[]): string | undefined {
  const host = `www.${domain}`
  return isRoot && domains.every(other => other.domain !== host) ? host : undefined
}
