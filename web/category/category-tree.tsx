import {
  closestCenter,
  DndContext,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CategoryNode, maxCategoryDepth } from '#contract/category.ts'
import { Can } from '../lib/session/can.tsx'
import type { Selection } from '../list/table-column.ts'
import css from './category.module.css'
import { CategoryAdd } from './category-add.tsx'
import { childrenOf, type Nodes, stepOf } from './category-moves.ts'
import { CategoryRow } from './category-row.tsx'
import { useDragging } from './use-dragging.ts'
import { useLifting } from './use-lifting.ts'
import { useMoving } from './use-moving.ts'

type Props = {
  nodes: Nodes /** Those of them on this page. */
  page: Nodes
  onEdit: (id: string) => void
  onDelete: (node: CategoryNode) => void
  selection: Selection | undefined
}

/** The tree to arrange: by dragging, by keyboard from a row's handle, or by its menu. */
export function CategoryTree({ nodes, page, onEdit, onDelete, selection }: Props) {
  const { t } = useTranslation()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [addingTo, setAddingTo] = useState<string | 'top'>()
  const moving = useMoving()
  const lifting = useLifting(nodes, moving.move)
  const ids = new Set(page.map(node => node._id))
  // While a category is lifted by keyboard, the tree is drawn as it would be; it may leave the page that way.
  const drawn = lifting.preview ? lifting.preview.filter(node => ids.has(node._id)) : page
  const visible = drawn.filter(node => !isUnder(drawn, node, folded))
  const drag = useDragging(nodes, visible, moving.move)
  const fold = (id: string, isFolded: boolean) =>
    setFolded(before => {
      const next = new Set(before)
      if (isFolded) next.add(id)
      else next.delete(id)
      return next
    })
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 6 } }),
  )

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ screenReaderInstructions: { draggable: '' } }}
      {...drag.events}
    >
      <p id="category-move-hint" className="sw-hidden">
        {t('category.move.hint')}
      </p>
      <div className="sw-hidden" role="status" aria-live="assertive">
        {lifting.said}
      </div>
      <SortableContext
        items={drag.rows.map(node => node._id)}
        strategy={verticalListSortingStrategy}
      >
        <ul className={css.tree} aria-label={t('category.list.label')} aria-busy={moving.isBusy}>
          {drag.rows.map(node => {
            const children = childrenOf(nodes, node._id).length
            const canHold = node.depth < maxCategoryDepth
            return (
              <Fragment key={node._id}>
                <SortableRow
                  node={drag.depthOf(node)}
                  selection={selection}
                  lift={lifting.handleOf(node)}
                  isLifted={lifting.id === node._id || drag.id === node._id}
                  isOpen={
                    children === 0 ? undefined : !folded.has(node._id) && drag.id !== node._id
                  }
                  canHold={canHold}
                  canGo={direction => stepOf(nodes, node._id, direction) !== undefined}
                  onToggle={() => fold(node._id, !folded.has(node._id))}
                  onEdit={onEdit}
                  onAddInside={() => {
                    fold(node._id, false)
                    setAddingTo(node._id)
                  }}
                  onDelete={() => onDelete(node)}
                  onMove={direction => {
                    const place = stepOf(nodes, node._id, direction)
                    if (place) moving.move(node._id, place)
                  }}
                />
                {addingTo === node._id && (
                  <li>
                    <CategoryAdd
                      parent={node._id}
                      level={node.depth + 1}
                      onDone={() => setAddingTo(undefined)}
                    />
                  </li>
                )}
              </Fragment>
            )
          })}
        </ul>
      </SortableContext>
      <Can do="category:write">
        {addingTo === 'top' ? (
          <CategoryAdd parent={null} onDone={() => setAddingTo(undefined)} />
        ) : (
          <div className={css.foot}>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={15} stroke={1.75} />}
              onClick={() => setAddingTo('top')}
            >
              {t('category.add.topLevel')}
            </Button>
          </div>
        )}
      </Can>
    </DndContext>
  )
}

function isUnder(nodes: Nodes, node: CategoryNode, folded: ReadonlySet<string>): boolean {
  if (node.parent === null) return false
  if (folded.has(node.parent)) return true
  const above = nodes.find(one => one._id === node.parent)
  return above !== undefined && isUnder(nodes, above, folded)
}

type RowProps = Omit<Parameters<typeof CategoryRow>[0], 'handle' | 'rowRef' | 'style'> & {
  lift: Pick<React.ComponentProps<'button'>, 'onKeyDown' | 'onBlur'>
}

function SortableRow({ lift, ...row }: RowProps) {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({
    id: row.node._id,
  })
  return (
    <CategoryRow
      {...row}
      rowRef={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform && { ...transform, x: 0 }), transition }}
      handle={{ ...listeners, ...lift, ref: setActivatorNodeRef }}
    />
  )
}
