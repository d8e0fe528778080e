import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CategoryRow } from '#contract/product/category.ts'
import type { RowSelection } from '../list/table/table-column.ts'
import { EmptyState } from '../ui/message/empty-state.tsx'
import css from './category.module.css'
import { CategorySummary } from './category-row.tsx'

type Props = {
  matches: readonly CategoryRow[]
  onEdit: (id: string) => void
  onClear: () => void
  selection: RowSelection | undefined
}

/** Lists the categories that match a search or filter, each with the path of its parents. */
export function CategoryMatches({ matches, onEdit, onClear, selection }: Props) {
  const { t } = useTranslation()
  if (matches.length === 0)
    return (
      <EmptyState title={t('category.list.noMatch')}>
        <Button variant="default" onClick={onClear}>
          {t('ui.list.clearFilters')}
        </Button>
      </EmptyState>
    )
  return (
    <ul className={css.tree} aria-label={t('category.list.label')}>
      {matches.map(node => (
        <li key={node._id} className={css.row} style={{ '--level': 1 }}>
          <CategorySummary
            node={node}
            onEdit={onEdit}
            selection={selection}
            path={node.path.join(' › ')}
          />
        </li>
      ))}
    </ul>
  )
}
