import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, Checkbox, FocusTrap, SegmentedControl } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ColumnLayout, Density, type ListLayout } from '#contract/staff/view.ts'
import { toOptions } from '../../lib/to-options.ts'
import { defaultLayout, type LayoutUpdate } from '../view/use-list-views.ts'
import { moveColumn, nullIfDefault, resolveColumnLayout, updateColumn } from './column-layout.ts'
import css from './list-columns.module.css'

type ColumnOption = { key: string; label: string; isOptional?: boolean }
type Props = {
  columns: readonly ColumnOption[]
  layout: Omit<ListLayout, 'view'>
  onLayoutChange: (update: LayoutUpdate) => void
}

/** A panel that shows, hides and orders columns and sets the row height. */
export function ListColumns({ columns, layout, onLayoutChange }: Props) {
  const { t } = useTranslation()
  const [announcement, setAnnouncement] = useState('')
  const columnLayouts = resolveColumnLayout(columns, layout.columns)
  const getLabel = (key: string) => columns.find(column => column.key === key)?.label ?? key
  const updateColumns = (update: (newest: ColumnLayout[]) => ColumnLayout[] | undefined) =>
    onLayoutChange(newest => {
      const newLayouts = update(resolveColumnLayout(columns, newest.columns))
      return newLayouts && { columns: nullIfDefault(columns, newLayouts) }
    })
  const move = (key: string, getIndex: (newest: ColumnLayout[]) => number) =>
    updateColumns(newest => {
      const toIndex = getIndex(newest)
      if (toIndex < 1 || toIndex >= newest.length) return undefined
      setAnnouncement(
        t('ui.columns.moved', {
          name: getLabel(key),
          position: toIndex + 1,
          total: newest.length,
        }),
      )
      return moveColumn(newest, key, toIndex)
    })
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 6 } }),
  )
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return
    move(String(active.id), newest => Math.max(1, indexOfColumn(newest, over.id)))
  }
  return (
    // The popover opens before this panel has loaded, so the panel traps the focus itself.
    <FocusTrap>
      <div className={css.panel}>
        <p id="columns-hint" className="sw-hidden">
          {t('ui.columns.hint')}
        </p>
        <div className="sw-hidden" role="status" aria-live="assertive">
          {announcement}
        </div>
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={handleDragEnd}
          accessibility={{
            screenReaderInstructions: { draggable: '' },
            announcements: noAnnouncements,
          }}
        >
          <SortableContext
            items={columnLayouts.slice(1).map(({ key }) => key)}
            strategy={verticalListSortingStrategy}
          >
            <ul className={css.list} aria-label={t('ui.columns.title')}>
              {columnLayouts.map((columnLayout, index) => (
                <ColumnRow
                  key={columnLayout.key}
                  columnLayout={columnLayout}
                  label={getLabel(columnLayout.key)}
                  isFixed={index === 0}
                  onVisibilityChange={isVisible =>
                    updateColumns(newest =>
                      updateColumn(newest, columnLayout.key, { isHidden: !isVisible }),
                    )
                  }
                  onMove={offset =>
                    move(
                      columnLayout.key,
                      newest => indexOfColumn(newest, columnLayout.key) + offset,
                    )
                  }
                />
              ))}
            </ul>
          </SortableContext>
        </DndContext>
        <div className={css.footer}>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={t('ui.columns.density')}
            value={layout.density ?? 'comfortable'}
            data={toOptions(Density.options, value => t(`ui.columns.${value}`))}
            onChange={value =>
              onLayoutChange(() => ({ density: value === 'compact' ? 'compact' : null }))
            }
          />
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            disabled={layout.columns === null && layout.density === null}
            onClick={() => onLayoutChange(() => defaultLayout)}
          >
            {t('ui.columns.reset')}
          </Button>
        </div>
      </div>
    </FocusTrap>
  )
}

const indexOfColumn = (columnLayouts: readonly ColumnLayout[], columnKey: string | number) =>
  columnLayouts.findIndex(({ key }) => key === columnKey)

// `ListColumns` announces moves in the language of the page, so dnd-kit must not announce them.
const returnNothing = () => undefined
const noAnnouncements = {
  onDragStart: returnNothing,
  onDragOver: returnNothing,
  onDragEnd: returnNothing,
  onDragCancel: returnNothing,
}

type ColumnRowProps = {
  columnLayout: ColumnLayout
  label: string
  isFixed: boolean
  onVisibilityChange: (isVisible: boolean) => void
  onMove: (offset: number) => void
}

function ColumnRow({
  columnLayout: { key, isHidden },
  label,
  isFixed,
  onVisibilityChange,
  onMove,
}: ColumnRowProps) {
  const { t } = useTranslation()
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: key, disabled: isFixed })
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li
      ref={setNodeRef}
      className={css.column}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {isFixed ? (
        <span className={css.handle} />
      ) : (
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={css.handle}
          aria-label={t('ui.columns.move', { name: label })}
          aria-describedby="columns-hint"
          {...listeners}
          onKeyDown={handleKeyDown}
        >
          <IconGripVertical size={16} stroke={1.75} />
        </button>
      )}
      <Checkbox
        size="xs"
        label={label}
        checked={!isHidden}
        disabled={isFixed}
        onChange={event => onVisibilityChange(event.currentTarget.checked)}
      />
    </li>
  )
}
