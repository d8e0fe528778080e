import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ListMeta } from '#contract/lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import css from './table/data-list.module.css'

const minPageSize = 10

type Props = {
  meta: ListMeta
  rowCount: number
  onPageChange: (target: { page: number; after?: string | undefined }) => void
  /** Absent in a list that groups rows, whose counts differ from the number of displayed rows. */
  onPageSizeChange?: (perPage: number) => void
}

/** Pages forward by cursor, whose cost does not grow with depth, and back by page number. */
export function ListPager({ meta, rowCount, onPageChange, onPageSizeChange }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const hasPages = meta.page > 1 || meta.next !== null
  if (!onPageSizeChange && !hasPages) return null
  const from = (meta.page - 1) * meta.perPage + 1
  const total = `${format.number(meta.total)}${meta.totalIsCapped ? '+' : ''}`
  const pageSizes = [...new Set([minPageSize, 25, 50, 100, meta.perPage])].sort((a, b) => a - b)
  const range = onPageSizeChange
    ? t('ui.list.range', {
        from: format.number(from),
        to: format.number(from + rowCount - 1),
        total,
      })
    : t('ui.list.pageNumber', { page: format.number(meta.page) })
  return (
    <nav className={css.pager} aria-label={range}>
      <div className={css.pageSize}>
        {/* Rows that fit on the smallest page need no choice of page size. */}
        {onPageSizeChange && (meta.totalIsCapped || meta.total > minPageSize) && (
          <>
            <span aria-hidden>{t('ui.list.perPage')}</span>
            <NativeSelect
              size="xs"
              aria-label={t('ui.list.perPage')}
              data={pageSizes.map(String)}
              value={String(meta.perPage)}
              onChange={event => onPageSizeChange(Number(event.currentTarget.value))}
            />
          </>
        )}
      </div>
      <span className={css.pageRange}>{range}</span>
      {hasPages && (
        <>
          <ActionIcon
            variant="default"
            size={32}
            disabled={meta.page <= 1}
            aria-label={t('ui.list.previous')}
            onClick={() => onPageChange({ page: meta.page - 1 })}
          >
            <IconChevronLeft size={16} className="sw-flip" />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={32}
            disabled={meta.next === null}
            aria-label={t('ui.list.next')}
            onClick={() => onPageChange({ page: meta.page + 1, after: meta.next ?? undefined })}
          >
            <IconChevronRight size={16} className="sw-flip" />
          </ActionIcon>
        </>
      )}
    </nav>
  )
}
