import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PostState, postApi } from '#contract/cms/post.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { toOptions } from '../lib/to-options.ts'
import { ListPage } from '../list/list-page.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import emptyContentDrawing from '../ui/art/empty-content.svg?raw'
import { usePostColumns } from './post-columns.tsx'

const postList = { route: postApi.list, name: 'post', defaultSort: '-publishAt' } as const

/** Lists the posts of the blog, newest first. */
export function PostListPage() {
  const { t } = useTranslation()
  const facets = useQuery(queryOptionsFor(postApi.listFacets, {}))
  const addButton = (
    <PermissionGate permission="cms:write">
      <Button
        component={Link}
        to="/apps/blog/create"
        leftSection={<IconPlus size={16} stroke={1.75} />}
      >
        {t('post.add')}
      </Button>
    </PermissionGate>
  )
  const toFilter = (key: 'tag' | 'author', values: readonly string[] = []) =>
    values.length > 0
      ? [
          {
            key,
            label: t(key === 'tag' ? 'post.field.tags' : 'post.field.author'),
            isSingleChoice: true,
            options: toOptions(values, value => value),
          },
        ]
      : []
  return (
    <ListPage
      {...useList(postList)}
      title={t('shell.menu.blog')}
      buttons={addButton}
      columns={usePostColumns()}
      getRowName={({ title }) => title}
      getRowLink={({ _id }) => `/apps/blog/edit/${_id}`}
      filters={[
        {
          key: 'status',
          label: t('post.field.status'),
          isSingleChoice: true,
          options: toOptions(PostState.options, value => t(`post.statuses.${value}`)),
        },
        ...toFilter('tag', facets.data?.tags),
        ...toFilter('author', facets.data?.authors),
      ]}
      empty={{
        can: 'cms:write',
        drawing: emptyContentDrawing,
        title: t('post.empty'),
        text: t('post.emptyText'),
        children: addButton,
      }}
    />
  )
}
PostListPage.prefetch = prefetchList(postList, postApi.listFacets)
