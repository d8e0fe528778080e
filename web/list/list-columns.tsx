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
import {
  moveColumn,
  nullIfDefault,
  resolveColumnLayout,
  updateColumnPlace,
} from './column-layout.ts'
import css from './list-columns.module.css'

type ColumnOption = { key: string; label: string; isOptional?: boolean }
type Props = {
  columns: readonly ColumnOption[]
  layout: Omit<ListLayout, 'view'>
  onLayoutChange: (change: Partial<Omit<ListLayout, 'view'>>) => void
}

/** Which columns are shown, in which order, and how close the rows stand. */
export function ListColumns({ columns, layout, onLayoutChange }: Props) {
  const { t } = useTranslation()
  const [announcement, setAnnouncement] = useState('')
  const columnPlaces = resolveColumnLayout(columns, layout.columns)
  const getLabel = (key: string) => columns.find(column => column.key === key)?.label ?? key
  const saveColumns = (next: readonly ColumnLayout[]) =>
    onLayoutChange({ columns: nullIfDefault(columns, next) })
  const move = (key: string, to: number) => {
    if (to < 1 || to >= columnPlaces.length) return
    saveColumns(moveColumn(columnPlaces, key, to))
    setAnnouncement(
      t('ui.columns.moved', { name: getLabel(key), position: to + 1, total: columnPlaces.length }),
    )
  }
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 6 } }),
  )
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id)
      move(
        String(active.id),
        Math.max(
          1,
          columnPlaces.findIndex(({ key }) => key === over.id),
        ),
      )
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
          items={columnPlaces.slice(1).map(({ key }) => key)}
          strategy={verticalListSortingStrategy}
        >
          <ul className={css.list} aria-label={t('ui.columns.title')}>
            {columnPlaces.map((place, index) => (
              <ColumnRow
                key={place.key}
                place={place}
                label={getLabel(place.key)}
                isFixed={index === 0}
                onVisibilityChange={isShown =>
                  saveColumns(updateColumnPlace(columnPlaces, place.key, { isHidden: !isShown }))
                }
                onMove={by => move(place.key, index + by)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <div className={css.foot}>
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

// What is said comes from the arrow keys' own words, in the person's language.
const returnNothing = () => undefined
const noAnnouncements = {
  onDragStart: returnNothing,
  onDragOver: returnNothing,
  onDragEnd: returnNothing,
  onDragCancel: returnNothing,
}

type ColumnRowProps = {
  place: ColumnLayout
  label: string
  isFixed: boolean
  onVisibilityChange: (isShown: boolean) => void
  onMove: (offset: number) => void
}

function ColumnRow({
  place: { key, isHidden },
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
      className={css.line}
      data-lifted={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {isFixed ? (
        <span className={css.handle} />
      ) : (
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={css.handle}
          aria-label={t('ui.columns.handle', { name: label })}
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
