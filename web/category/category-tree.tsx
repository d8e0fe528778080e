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
import { maxCategoryDepth } from '#contract/product/category.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import type { RowSelection } from '../list/table/table-column.ts'
import css from './category.module.css'
import { CategoryAddForm } from './category-add-form.tsx'
import {
  type CategoryNodes,
  countChildren,
  findMoveTarget,
  type MoveDirection,
  type TreeNode,
} from './category-moves.ts'
import { CategoryRow } from './category-row.tsx'
import { useKeyboardDrag } from './use-keyboard-drag.ts'
import { useMoveCategory } from './use-move-category.ts'
import { usePointerDrag } from './use-pointer-drag.ts'

type Props = {
  /** The top-level categories of the page with the subcategories of the opened ones. */
  nodes: CategoryNodes
  /** Number of top-level categories on all pages. */
  rootCount: number
  openIds: ReadonlySet<string>
  onOpenChange: (id: string, isOpen: boolean) => void
  onTopLevelAdded: () => void
  onEdit: (id: string) => void
  onDelete: (node: TreeNode) => void
  selection: RowSelection | undefined
}

/**
 * The category tree, which the user rearranges by dragging, by keyboard on a handle or by a row's
 * menu.
 */
export function CategoryTree({
  nodes: loadedNodes,
  rootCount,
  openIds,
  onOpenChange,
  onTopLevelAdded,
  onEdit,
  onDelete,
  selection,
}: Props) {
  const { t } = useTranslation()
  const [addParentId, setAddParentId] = useState<string | 'top'>()
  const { nodes, isBusy, move } = useMoveCategory(loadedNodes, id => onOpenChange(id, true))
  const keyboardDrag = useKeyboardDrag(nodes, rootCount, move)
  // During a keyboard drag, the tree shows the result.
  const pointerDrag = usePointerDrag(nodes, keyboardDrag.preview ?? nodes, move)
  // The menu also moves a top-level category to the previous or next page.
  const findTarget = (node: TreeNode, direction: MoveDirection) => {
    const target = findMoveTarget(nodes, node._id, direction)
    if (target || node.parent !== null) return target
    if (direction === 'up' && node.position > 0)
      return { parent: null, position: node.position - 1 }
    return direction === 'down' && node.position < rootCount - 1
      ? { parent: null, position: node.position + 1 }
      : undefined
  }
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 6 } }),
  )

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ screenReaderInstructions: { draggable: '' } }}
      {...pointerDrag.events}
    >
      <p id="category-move-hint" className="sw-hidden">
        {t('category.move.hint')}
      </p>
      <div className="sw-hidden" role="status" aria-live="assertive">
        {keyboardDrag.announcement}
      </div>
      <SortableContext
        items={pointerDrag.rows.map(node => node._id)}
        strategy={verticalListSortingStrategy}
      >
        <ul className={css.tree} aria-label={t('category.list.label')} aria-busy={isBusy}>
          {pointerDrag.rows.map(node => {
            const hasChildren = countChildren(nodes, node._id) > 0
            return (
              <Fragment key={node._id}>
                <SortableRow
                  node={pointerDrag.withDropDepth(node)}
                  selection={selection}
                  keyboardHandlers={keyboardDrag.getHandleProps(node)}
                  isPickedUp={keyboardDrag.id === node._id || pointerDrag.id === node._id}
                  isOpen={
                    hasChildren ? openIds.has(node._id) && pointerDrag.id !== node._id : undefined
                  }
                  canHaveChildren={node.depth < maxCategoryDepth}
                  canMove={direction => findTarget(node, direction) !== undefined}
                  onToggle={() => onOpenChange(node._id, !openIds.has(node._id))}
                  onEdit={onEdit}
                  onAddChild={() => {
                    onOpenChange(node._id, true)
                    setAddParentId(node._id)
                  }}
                  onDelete={() => onDelete(node)}
                  onMove={direction => {
                    const target = findTarget(node, direction)
                    if (target) move(node._id, target)
                  }}
                />
                {addParentId === node._id && (
                  <li>
                    <CategoryAddForm
                      parent={node._id}
                      level={node.depth + 1}
                      onDone={() => setAddParentId(undefined)}
                    />
                  </li>
                )}
              </Fragment>
            )
          })}
        </ul>
      </SortableContext>
      <PermissionGate permission="category:write">
        {addParentId === 'top' ? (
          <CategoryAddForm
            parent={null}
            onAdded={onTopLevelAdded}
            onDone={() => setAddParentId(undefined)}
          />
        ) : (
          <div className={css.treeFooter}>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={15} stroke={1.75} />}
              onClick={() => setAddParentId('top')}
            >
              {t('category.add.open')}
            </Button>
          </div>
        )}
      </PermissionGate>
    </DndContext>
  )
}

type SortableRowProps = Omit<
  Parameters<typeof CategoryRow>[0],
  'handleProps' | 'rowRef' | 'style'
> & {
  keyboardHandlers: Pick<React.ComponentProps<'button'>, 'onKeyDown' | 'onBlur'>
}

function SortableRow({ keyboardHandlers, ...row }: SortableRowProps) {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({
    id: row.node._id,
  })
  return (
    <CategoryRow
      {...row}
      rowRef={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform && { ...transform, x: 0 }), transition }}
      handleProps={{ ...listeners, ...keyboardHandlers, ref: setActivatorNodeRef }}
    />
  )
}
