import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CategoryNode } from '#contract/category.ts'
import type { Selection } from '../list/table-column.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import css from './category.module.css'
import type { Nodes } from './category-moves.ts'
import { CategoryLine } from './category-row.tsx'

type Props = {
  nodes: Nodes
  matches: Nodes
  onEdit: (id: string) => void
  onClear: () => void
  selection: Selection | undefined
}

/** What a search or filter finds, flat, each with the way that leads there. */
export function CategoryMatches({ nodes, matches, onEdit, onClear, selection }: Props) {
  const { t } = useTranslation()
  const byId = new Map(nodes.map(node => [node._id, node]))
  const pathOf = ({ parent }: CategoryNode): string[] => {
    const above = parent === null ? undefined : byId.get(parent)
    return above ? [...pathOf(above), above.name] : []
  }
  if (matches.length === 0)
    return (
      <EmptyState title={t('category.list.noMatch')}>
        <Button variant="default" onClick={onClear}>
          {t('ui.list.clear')}
        </Button>
      </EmptyState>
    )
  return (
    <ul className={css.tree} aria-label={t('category.list.label')}>
      {matches.map(node => (
        <li key={node._id} className={css.row} style={{ '--level': 1 }}>
          <CategoryLine
            node={node}
            onEdit={onEdit}
            selection={selection}
            path={pathOf(node).join(' › ')}
          />
        </li>
      ))}
    </ul>
  )
}
