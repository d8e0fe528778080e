import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Section } from '#contract/section/section-catalog.ts'
import { getSectionName } from '../form/section-labels.ts'
import { isMainSection } from '../state/content-change.ts'
import { SectionRow, type SectionRowActions } from './section-row.tsx'
import css from './sections.module.css'

export type SectionListProps = {
  label: string
  sections: readonly Section[]
  selectedId: string | undefined
  hoveredId: string | undefined
  /** The sections with a field that can't be saved. */
  invalidIds: ReadonlySet<string>
  isFull: boolean
  isReadOnly: boolean
  onMove: (id: string, index: number) => void
  onHover: (id: string | null) => void
} & Omit<SectionRowActions, 'onMove'>

/** The sections of a page, sorted by drag and drop, by the keyboard or by the menu of a row. */
export function SectionList({
  label,
  sections,
  selectedId,
  hoveredId,
  invalidIds,
  isFull,
  isReadOnly,
  onMove,
  onHover,
  ...actions
}: SectionListProps) {
  const { t } = useTranslation()
  const [announcement, setAnnouncement] = useState('')
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const indexOf = (id: unknown) => sections.findIndex(section => section.id === id)
  const nameOf = (id: unknown) => {
    const section = sections[indexOf(id)]
    return section ? getSectionName(section.type) : ''
  }
  const announcePosition = (id: unknown, index: number) =>
    t('themeEditor.list.moved', {
      name: nameOf(id),
      position: index + 1,
      total: sections.length,
    })
  const listRef = useRef<HTMLUListElement>(null)
  useEffect(
    function showRowOfSelection() {
      if (selectedId === undefined) return
      listRef.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' })
    },
    [selectedId],
  )
  function moveBy(id: string, offset: number) {
    const index = indexOf(id) + offset
    if (index < 0 || index >= sections.length) return
    onMove(id, index)
    setAnnouncement(announcePosition(id, index))
  }
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(String(active.id), indexOf(over.id))
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('themeEditor.list.pickedUp', { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? announcePosition(active.id, indexOf(over.id)) : undefined,
    onDragEnd: ({ active, over }) =>
      announcePosition(active.id, indexOf(over ? over.id : active.id)),
    onDragCancel: ({ active }) => t('themeEditor.list.putBack', { name: nameOf(active.id) }),
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t('themeEditor.list.hint') },
      }}
      onDragEnd={handleDragEnd}
    >
      <div className="sw-hidden" role="status" aria-live="assertive">
        {announcement}
      </div>
      <SortableContext
        items={sections.map(({ id }) => id)}
        strategy={verticalListSortingStrategy}
        disabled={isReadOnly}
      >
        <ul ref={listRef} className={css.sectionList} aria-label={label} onKeyDown={moveFocus}>
          {sections.map((section, index) => (
            <SortableRow
              key={section.id}
              section={section}
              isSelected={section.id === selectedId}
              isHovered={section.id === hoveredId}
              isInvalid={invalidIds.has(section.id)}
              isFull={isFull}
              isReadOnly={isReadOnly}
              canMoveUp={index > 0}
              canMoveDown={index < sections.length - 1}
              onHover={onHover}
              onMove={moveBy}
              {...actions}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

/** Arrow keys move the focus between the sections. The drag handle uses them itself. */
function moveFocus(event: KeyboardEvent) {
  const { target, key, altKey } = event
  if (altKey || !(target instanceof HTMLElement) || !target.matches('[data-row-button]')) return
  const offset = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (offset === undefined) return
  event.preventDefault()
  getNeighbor(target, offset)?.focus()
}

/** Returns the button of the next row in a direction. */
function getNeighbor(button: HTMLElement, offset: number): HTMLElement | undefined {
  const list = button.closest('ul')
  const buttons = [...(list?.querySelectorAll<HTMLElement>('[data-row-button]') ?? [])]
  return buttons[buttons.indexOf(button) + offset]
}

type SortableRowProps = Omit<Parameters<typeof SectionRow>[0], 'handleProps'> & {
  onHover: (id: string | null) => void
}

function SortableRow({ onHover, ...row }: SortableRowProps) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: row.section.id })
  // Alt with an arrow key moves the section from anywhere in its row, and Delete removes it.
  function handleKeyDown(event: KeyboardEvent) {
    if (row.isReadOnly) return
    if (event.key === 'Delete') {
      const button = event.currentTarget.querySelector<HTMLElement>('[data-row-button]')
      if (button && !isMainSection(row.section))
        (getNeighbor(button, 1) ?? getNeighbor(button, -1))?.focus()
      row.onRemove(row.section)
    }
    if (!event.altKey) return
    const offset = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (offset === undefined) return
    event.preventDefault()
    row.onMove(row.section.id, offset)
  }
  return (
    <li
      ref={setNodeRef}
      className={css.sectionItem}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform && { ...transform, x: 0 }), transition }}
      onMouseEnter={() => onHover(row.section.id)}
      onMouseLeave={() => onHover(null)}
      onKeyDown={handleKeyDown}
    >
      <SectionRow
        {...row}
        handleProps={{
          ...listeners,
          ref: setActivatorNodeRef,
          'aria-describedby': attributes['aria-describedby'],
        }}
      />
    </li>
  )
}
