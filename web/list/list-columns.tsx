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
import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ColumnLayout, Density, type ListLayout } from '#contract/view.ts'
import { moveColumn, nullIfDefault, resolveColumnLayout, updateColumn } from './column-layout.ts'
import css from './list-columns.module.css'

type ColumnOption = { key: string; label: string; isOptional?: boolean }
type Props = {
  columns: readonly ColumnOption[]
  layout: Omit<ListLayout, 'view'>
  onLayoutChange: (change: Partial<Omit<ListLayout, 'view'>>) => void
}

/** A panel that shows, hides and orders columns and sets the row height. */
export function ListColumns({ columns, layout, onLayoutChange }: Props) {
  const { t } = useTranslation()
  const [announcement, setAnnouncement] = useState('')
  const columnLayouts = resolveColumnLayout(columns, layout.columns)
  const getLabel = (key: string) => columns.find(column => column.key === key)?.label ?? key
  const saveColumns = (newLayouts: readonly ColumnLayout[]) =>
    onLayoutChange({ columns: nullIfDefault(columns, newLayouts) })
  const move = (key: string, toIndex: number) => {
    if (toIndex < 1 || toIndex >= columnLayouts.length) return
    saveColumns(moveColumn(columnLayouts, key, toIndex))
    setAnnouncement(
      t('ui.columns.moved', {
        name: getLabel(key),
        position: toIndex + 1,
        total: columnLayouts.length,
      }),
    )
  }
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 6 } }),
  )
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return
    const overIndex = columnLayouts.findIndex(({ key }) => key === over.id)
    move(String(active.id), Math.max(1, overIndex))
  }
  return (
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
                  saveColumns(
                    updateColumn(columnLayouts, columnLayout.key, { isHidden: !isVisible }),
                  )
                }
                onMove={offset => move(columnLayout.key, index + offset)}
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
          data={Density.options.map(value => ({ value, label: t(`ui.columns.${value}`) }))}
          onChange={value => onLayoutChange({ density: value === 'compact' ? 'compact' : null })}
        />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={layout.columns === null && layout.density === null}
          onClick={() => onLayoutChange({ columns: null, density: null })}
        >
          {t('ui.columns.reset')}
        </Button>
      </div>
    </div>
  )
}

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
