import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { seoApi } from '#contract/cms/seo.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './search-rule.module.css'

/** Lists the searches of shoppers that found no product and have no search rule. */
export function EmptySearchCard() {
  const { t } = useTranslation()
  const searches = useQuery(queryOptionsFor(seoApi.listEmptySearches, {}))
  const remove = useRouteMutation(seoApi.deleteEmptySearch, { hasErrorToast: true })
  return (
    <div className={css.card}>
      <SectionCard title={t('seo.emptySearch.title')} hint={t('seo.emptySearch.text')}>
        <QueryBoundary query={searches}>
          {rows =>
            rows.length === 0 ? (
              <p className={css.meta}>{t('seo.emptySearch.none')}</p>
            ) : (
              <ol className={css.searches}>
                {rows.map(({ _id, term, count, lastAt }) => (
                  <li key={_id} className={css.search}>
                    <bdi className={css.term}>{term}</bdi>
                    <span className={css.meta}>{t('seo.emptySearch.count', { count })}</span>
                    <span className={css.meta}>
                      <RelativeTime time={lastAt} />
                    </span>
                    <PermissionGate permission="cms:write">
                      <Button
                        component={Link}
                        to={`/apps/product/search-rules?rule=new&term=${encodeURIComponent(term)}`}
                        variant="subtle"
                        size="compact-sm"
                        aria-label={t('searchRule.addFor', { term })}
                      >
                        {t('searchRule.add')}
                      </Button>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={t('seo.emptySearch.remove', { term })}
                        loading={remove.isPending && remove.variables?.params.id === _id}
                        onClick={() => remove.mutate({ params: { id: _id } })}
                      >
                        <IconX size={16} aria-hidden />
                      </ActionIcon>
                    </PermissionGate>
                  </li>
                ))}
              </ol>
            )
          }
        </QueryBoundary>
      </SectionCard>
    </div>
  )
}
