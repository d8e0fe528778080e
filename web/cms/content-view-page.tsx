import { Button, Group } from '@mantine/core'
import { IconArrowLeft, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { cmsApi } from '#contract/cms/cms.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { RichText } from '../ui/page/rich-text.tsx'
import css from './cms.module.css'
import { ViewContentButton } from './content-visibility.tsx'

/** Displays a content page as shoppers see it. */
export function ContentViewPage() {
  const { t } = useTranslation()
  const format = useFormatters()
  const { slug = '' } = useParams()
  const page = useQuery(queryOptionsFor(cmsApi.getPage, { params: { slug } }))
  return (
    <QueryBoundary query={page}>
      {({ title, body, status, updatedAt }) => (
        <>
          <title>{`${title} · Storewright`}</title>
          <div className={css.articleBar}>
            <Link to="/apps/cms?section=pages" className={css.articleBackLink}>
              <IconArrowLeft size={16} stroke={1.75} className="sw-flip" aria-hidden />
              {t('cms.pageView.back')}
            </Link>
            {status === 'draft' && (
              <StatusBadge tone="neutral" label={t('cms.pageView.draft')} isHollow />
            )}
            <Group gap="xs" ms="auto">
              <ViewContentButton page={{ slug, status }} />
              <PermissionGate permission="cms:write">
                <Button
                  component={Link}
                  to={`/apps/page/${slug}/update`}
                  variant="default"
                  leftSection={<IconPencil size={16} stroke={1.75} />}
                >
                  {t('cms.pageView.edit')}
                </Button>
              </PermissionGate>
            </Group>
          </div>
          <article className={css.article}>
            <h1 className={css.articleTitle} tabIndex={-1}>
              {title}
            </h1>
            <p className={css.articleDate}>
              {t('cms.pageView.updated', { date: format.date(updatedAt) })}
            </p>
            <div className={css.articleBody}>
              {body ? (
                <RichText html={body} />
              ) : (
                <p className="sw-dimmed">{t('cms.pageView.empty')}</p>
              )}
            </div>
          </article>
        </>
      )}
    </QueryBoundary>
  )
}
ContentViewPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(
    queryOptionsFor(cmsApi.getPage, { params: { slug: id } }),
  )) satisfies Prefetch
