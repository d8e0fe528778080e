import { useTranslation } from 'react-i18next'
import type { Redirect } from '#contract/cms/redirect.ts'
import { decodePath } from '#contract/lib/text/url-path.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { ListColumn } from '../list/table/data-table.tsx'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import css from './redirect.module.css'

export function useRedirectColumns(): ListColumn<Redirect>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return [
    {
      key: 'path',
      label: t('redirect.field.path'),
      sort: 'path',
      render: row => <EntityCell title={<Path text={row.path} />} />,
    },
    {
      key: 'target',
      label: t('redirect.field.target'),
      render: row => <Path text={row.target} />,
    },
    {
      key: 'kind',
      label: t('redirect.field.kind'),
      width: 180,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => t(`redirect.kind.${row.kind}`),
    },
    {
      key: 'hits',
      label: t('redirect.field.hits'),
      sort: 'hits',
      isNumber: true,
      width: 90,
      phonePosition: 'side',
      render: row => format.number(row.hits),
    },
    {
      key: 'lastHitAt',
      label: t('redirect.field.lastHit'),
      width: 140,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: row => <RelativeTime time={row.lastHitAt} />,
    },
    {
      key: 'createdAt',
      label: t('redirect.field.createdAt'),
      sort: 'createdAt',
      isOptional: true,
      width: 140,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: row => format.date(row.createdAt),
    },
  ]
}

/** Paths read from left to right in every language. Encoded letters are shown as such. */
function Path({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className={css.path} title={text}>
      {decodePath(text)}
    </bdi>
  )
}
