import type { DragEvent } from 'react'
import type { CalendarItem } from '#contract/desk/calendar-event.ts'

/** The item that the pointer drags, and where it was taken: pixels below its top. */
let dragged: { item: CalendarItem; top: number } | undefined

export function startDrag(event: DragEvent<HTMLElement>, item: CalendarItem): void {
  dragged = { item, top: event.clientY - event.currentTarget.getBoundingClientRect().top }
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData('text/plain', item.title)
}

/** Forgets an item that was dropped elsewhere. */
export function endDrag(): void {
  dragged = undefined
}

/** Allows an item to be dropped. */
export function allowDrop(event: DragEvent): void {
  if (dragged) event.preventDefault()
}

/** Returns the dropped item once. */
export function takeDropped(event: DragEvent) {
  event.preventDefault()
  const dropped = dragged
  dragged = undefined
  return dropped
}

/** Returns the column of a point in an element with equal columns, also from right to left. */
export function findColumn(element: HTMLElement, clientX: number, columns: number): number {
  const { left, width } = element.getBoundingClientRect()
  const column = Math.floor(((clientX - left) / width) * columns)
  const index = Math.min(columns - 1, Math.max(0, column))
  return getComputedStyle(element).direction === 'rtl' ? columns - 1 - index : index
}
