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
import css from './list-columns.module.css'
import { movedPlace, orNothing, placesOf, withPlace } from './list-layout.ts'

type Arranged = { key: string; label: string; isExtra?: boolean }
type Props = {
  columns: readonly Arranged[]
  layout: Omit<ListLayout, 'view'>
  onKeep: (change: Partial<Omit<ListLayout, 'view'>>) => void
}

/** Which columns are shown, in which order, and how close the rows stand. */
export function ListColumns({ columns, layout, onKeep }: Props) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const places = placesOf(columns, layout.columns)
  const labelOf = (key: string) => columns.find(column => column.key === key)?.label ?? key
  const keep = (next: readonly ColumnLayout[]) => onKeep({ columns: orNothing(columns, next) })
  const move = (key: string, to: number) => {
    if (to < 1 || to >= places.length) return
    keep(movedPlace(places, key, to))
    setSaid(t('ui.columns.moved', { name: labelOf(key), position: to + 1, total: places.length }))
  }
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 6 } }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id)
      move(
        String(active.id),
        Math.max(
          1,
          places.findIndex(({ key }) => key === over.id),
        ),
      )
  }
  return (
    <div className={css.panel}>
      <p id="columns-hint" className="sw-hidden">
        {t('ui.columns.hint')}
      </p>
      <div className="sw-hidden" role="status" aria-live="assertive">
        {said}
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{ screenReaderInstructions: { draggable: '' }, announcements: silent }}
      >
        <SortableContext
          items={places.slice(1).map(({ key }) => key)}
          strategy={verticalListSortingStrategy}
        >
          <ul className={css.list} aria-label={t('ui.columns.title')}>
            {places.map((place, at) => (
              <ColumnLine
                key={place.key}
                place={place}
                label={labelOf(place.key)}
                isFixed={at === 0}
                onShow={isShown => keep(withPlace(places, place.key, { isHidden: !isShown }))}
                onStep={by => move(place.key, at + by)}
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
          onChange={value => onKeep({ density: value === 'compact' ? 'compact' : null })}
        />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={layout.columns === null && layout.density === null}
          onClick={() => onKeep({ columns: null, density: null })}
        >
          {t('ui.columns.reset')}
        </Button>
      </div>
    </div>
  )
}

// What is said comes from the arrow keys' own words, in the person's language.
const nothing = () => undefined
const silent = {
  onDragStart: nothing,
  onDragOver: nothing,
  onDragEnd: nothing,
  onDragCancel: nothing,
}

type LineProps = {
  place: ColumnLayout
  label: string
  isFixed: boolean
  onShow: (isShown: boolean) => void
  onStep: (by: number) => void
}

function ColumnLine({ place: { key, isHidden }, label, isFixed, onShow, onStep }: LineProps) {
  const { t } = useTranslation()
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: key, disabled: isFixed })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? -1 : 1)
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
          onKeyDown={press}
        >
          <IconGripVertical size={16} stroke={1.75} />
        </button>
      )}
      <Checkbox
        size="xs"
        label={label}
        checked={!isHidden}
        disabled={isFixed}
        onChange={event => onShow(event.currentTarget.checked)}
      />
    </li>
  )
}
