import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ListMeta } from '#contract/lib/api.ts'
import { useFormat } from '../lib/format.ts'
import css from './data-list.module.css'

const smallest = 10

type Props = {
  meta: ListMeta
  shown: number
  onMove: (to: { page: number; after?: string | undefined }) => void
  onPerPage: (perPage: number) => void
}

/** Forward by the server's cursor, whose cost does not grow with depth; back by page number. */
export function ListPager({ meta, shown, onMove, onPerPage }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const from = (meta.page - 1) * meta.perPage + 1
  const total = `${format.number(meta.total)}${meta.totalIsCapped ? '+' : ''}`
  const sizes = [...new Set([smallest, 20, 50, 100, meta.perPage])].sort((a, b) => a - b)
  return (
    <nav
      className={css.pager}
      aria-label={t('ui.list.range', { from, to: from + shown - 1, total })}
    >
      <div className={css.size}>
        {/* What fits into the smallest page needs no choice of sizes. */}
        {(meta.totalIsCapped || meta.total > smallest) && (
          <>
            <span aria-hidden>{t('ui.list.perPage')}</span>
            <NativeSelect
              size="xs"
              aria-label={t('ui.list.perPage')}
              data={sizes.map(String)}
              value={String(meta.perPage)}
              onChange={event => onPerPage(Number(event.currentTarget.value))}
            />
          </>
        )}
      </div>
      <span className={css.range}>
        {t('ui.list.range', {
          from: format.number(from),
          to: format.number(from + shown - 1),
          total,
        })}
      </span>
      {(meta.page > 1 || meta.next !== null) && (
        <>
          <ActionIcon
            variant="default"
            size={32}
            disabled={meta.page <= 1}
            aria-label={t('ui.list.previous')}
            onClick={() => onMove({ page: meta.page - 1 })}
          >
            <IconChevronLeft size={16} className="sw-flip" />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={32}
            disabled={meta.next === null}
            aria-label={t('ui.list.next')}
            onClick={() => onMove({ page: meta.page + 1, after: meta.next ?? undefined })}
          >
            <IconChevronRight size={16} className="sw-flip" />
          </ActionIcon>
        </>
      )}
    </nav>
  )
}
