import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { type Domain, domainApi, maxDomains } from '#contract/domain.ts'
import { queryOf } from '../lib/call/api.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { Can, useCan } from '../lib/session/can.tsx'
import { useBusinessId } from '../lib/session/session.ts'
import { ArtEmptyDomains } from '../ui/art/art-empty-domains.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './domain.module.css'
import { DomainAdd } from './domain-add.tsx'
import { DomainCard, DomainSkeleton } from './domain-card.tsx'
import { DomainDelete } from './domain-delete.tsx'

/** The store's addresses: its own subdomain first, then the domains that were added. */
export function DomainListPage() {
  const { t } = useTranslation()
  const domains = useQuery(queryOf(domainApi.list, {}))
  const [params, setParams] = useSearchParams()
  const store = useBusinessId()
  const [leaving, setLeaving] = useState<Domain>()
  const mayAdd = useCan('domain:write')
  const add = () => setParams({ add: '' }, { preventScrollReset: true })
  const isFull =
    (domains.data?.filter(domain => domain.kind === 'custom').length ?? 0) >= maxDomains
  return (
    <>
      <PageHeader
        title={t('domain.list.title')}
        count={domains.data?.length}
        subtitle={t('domain.list.subtitle')}
      >
        <Can do="domain:write">
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} />}
            disabled={isFull}
            onClick={add}
          >
            {t('domain.list.add')}
          </Button>
        </Can>
      </PageHeader>
      <Loaded query={domains} skeleton={<DomainSkeleton />}>
        {found => (
          <div className={css.list}>
            {found.map(domain => (
              <DomainCard key={domain._id} domain={domain} onDelete={() => setLeaving(domain)} />
            ))}
            {isFull && <p className="sw-dimmed">{t('domain.list.limit', { count: maxDomains })}</p>}
            {found.length === 1 && mayAdd && (
              <SectionCard flush>
                <EmptyState
                  drawing={<ArtEmptyDomains />}
                  title={t('domain.list.teach')}
                  text={t('domain.list.teachText')}
                >
                  <Button variant="default" onClick={add}>
                    {t('domain.list.add')}
                  </Button>
                  <Can do="business:write">
                    <Button component={Link} to={`/apps/myStore/update/${store}`} variant="subtle">
                      {t('domain.list.change')}
                    </Button>
                  </Can>
                </EmptyState>
              </SectionCard>
            )}
          </div>
        )}
      </Loaded>
      {params.has('add') && (
        <DomainAdd onClose={() => setParams({}, { preventScrollReset: true })} />
      )}
      {leaving && (
        <DomainDelete
          domain={leaving}
          own={domains.data?.[0]?.domain ?? ''}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}
DomainListPage.warm = (({ client }) =>
  client.prefetchQuery(queryOf(domainApi.list, {}))) satisfies Warm
