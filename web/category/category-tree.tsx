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
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import type { RowSelection } from '../list/table-column.ts'
import css from './category.module.css'
import { CategoryAddForm } from './category-add-form.tsx'
import { type CategoryNodes, findMoveTarget, getChildren } from './category-moves.ts'
import { CategoryRow } from './category-row.tsx'
import { useKeyboardDrag } from './use-keyboard-drag.ts'
import { useMoveCategory } from './use-move-category.ts'
import { usePointerDrag } from './use-pointer-drag.ts'

type Props = {
  nodes: CategoryNodes
  /** The nodes on the current page. */
  pageNodes: CategoryNodes
  onEdit: (id: string) => void
  onDelete: (node: CategoryNode) => void
  selection: RowSelection | undefined
}

/**
 * The category tree, which the user rearranges by dragging, by keyboard on a handle or by a row's
 * menu.
 */
export function CategoryTree({ nodes, pageNodes, onEdit, onDelete, selection }: Props) {
  const { t } = useTranslation()
  const [collapsedIds, setCollapsedIds] = useState<ReadonlySet<string>>(new Set())
  const [addParentId, setAddParentId] = useState<string | 'top'>()
  const categoryMove = useMoveCategory()
  const keyboardDrag = useKeyboardDrag(nodes, categoryMove.move)
  const pageIds = new Set(pageNodes.map(node => node._id))
  // During a keyboard drag, the tree shows the result. The category may move to another page.
  const displayedNodes = keyboardDrag.preview
    ? keyboardDrag.preview.filter(node => pageIds.has(node._id))
    : pageNodes
  const visible = displayedNodes.filter(
    node => !isInsideCollapsed(displayedNodes, node, collapsedIds),
  )
  const pointerDrag = usePointerDrag(nodes, visible, categoryMove.move)
  const setCollapsed = (id: string, isCollapsed: boolean) =>
    setCollapsedIds(previous => {
      const next = new Set(previous)
      if (isCollapsed) next.add(id)
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
        <ul
          className={css.tree}
          aria-label={t('category.list.label')}
          aria-busy={categoryMove.isBusy}
        >
          {pointerDrag.rows.map(node => {
            const hasChildren = getChildren(nodes, node._id).length > 0
            return (
              <Fragment key={node._id}>
                <SortableRow
                  node={pointerDrag.withDropDepth(node)}
                  selection={selection}
                  keyboardHandlers={keyboardDrag.getHandleProps(node)}
                  isPickedUp={keyboardDrag.id === node._id || pointerDrag.id === node._id}
                  isOpen={
                    hasChildren
                      ? !collapsedIds.has(node._id) && pointerDrag.id !== node._id
                      : undefined
                  }
                  canHaveChildren={node.depth < maxCategoryDepth}
                  canMove={direction => findMoveTarget(nodes, node._id, direction) !== undefined}
                  onToggle={() => setCollapsed(node._id, !collapsedIds.has(node._id))}
                  onEdit={onEdit}
                  onAddChild={() => {
                    setCollapsed(node._id, false)
                    setAddParentId(node._id)
                  }}
                  onDelete={() => onDelete(node)}
                  onMove={direction => {
                    const target = findMoveTarget(nodes, node._id, direction)
                    if (target) categoryMove.move(node._id, target)
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
          <CategoryAddForm parent={null} onDone={() => setAddParentId(undefined)} />
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

function isInsideCollapsed(
  nodes: CategoryNodes,
  node: CategoryNode,
  collapsedIds: ReadonlySet<string>,
): boolean {
  if (node.parent === null) return false
  if (collapsedIds.has(node.parent)) return true
  const parentNode = nodes.find(candidate => candidate._id === node.parent)
  return parentNode !== undefined && isInsideCollapsed(nodes, parentNode, collapsedIds)
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
