import { useTranslation } from 'react-i18next'
import type { PostRow } from '#contract/cms/post.ts'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { ListColumn } from '../list/table/data-table.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { PostStatusBadge } from './post-status.tsx'

export function usePostColumns(): ListColumn<PostRow>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return [
    {
      key: 'title',
      label: t('post.field.title'),
      sort: 'title',
      render: ({ title, cover, tags }) => (
        <EntityCell
          imageUrl={cover ? getSizedImageUrl(cover, 160) : null}
          title={title}
          details={tags.join(' · ')}
        />
      ),
    },
    {
      key: 'status',
      label: t('post.field.status'),
      width: 140,
      phonePosition: 'side',
      render: row => <PostStatusBadge post={row} />,
    },
    {
      key: 'author',
      label: t('post.field.author'),
      width: 180,
      minScreen: 'desktop',
      render: ({ author }) => author,
    },
    {
      key: 'publishAt',
      label: t('post.field.publishAt'),
      sort: 'publishAt',
      width: 190,
      minScreen: 'tablet',
      render: ({ publishAt }) => format.dateTime(publishAt),
    },
    {
      key: 'updatedAt',
      label: t('post.updated'),
      sort: 'updatedAt',
      width: 140,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: ({ updatedAt }) => format.relativeTime(updatedAt),
    },
  ]
}
