import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import css from './data-table.module.css'
import { widthVariable } from './table-column.ts'

type Props = {
  columnKey: string
  label: string
  widthPx: number | undefined
  onResize: (key: string, width: number | null) => void
}

const minWidth = 64
const maxWidth = 800
const step = 16
const clampWidth = (width: number) => Math.round(Math.min(maxWidth, Math.max(minWidth, width)))

/** The edge of a column: dragged, or moved by the arrow keys; a double click or Enter gives the column its own width again. */
export function ColumnResizeHandle({ columnKey, label, widthPx, onResize }: Props) {
  const { t } = useTranslation()
  const drag = useRef<{ x: number; width: number; table: HTMLElement; currentWidth: number }>(
    undefined,
  )

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    const head = event.currentTarget.closest('th')
    const table = event.currentTarget.closest('table')
    if (!head || !table) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const width = clampWidth(head.offsetWidth)
    drag.current = { x: event.clientX, width, table, currentWidth: width }
  }
  function handlePointerMove({ clientX }: PointerEvent<HTMLElement>) {
    const dragState = drag.current
    if (!dragState || clientX === dragState.x) return
    if (widthPx === undefined && dragState.currentWidth === dragState.width)
      onResize(columnKey, dragState.width)
    dragState.currentWidth = clampWidth(
      dragState.width + (clientX - dragState.x) * directionSign(dragState.table),
    )
    dragState.table.style.setProperty(widthVariable(columnKey), `${dragState.currentWidth}px`)
  }
  function handlePointerUp() {
    const dragState = drag.current
    drag.current = undefined
    if (dragState && dragState.currentWidth !== dragState.width)
      onResize(columnKey, dragState.currentWidth)
  }
  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const head = event.currentTarget.closest('th')
    const delta = event.key === 'ArrowRight' ? step : event.key === 'ArrowLeft' ? -step : 0
    if (event.key === 'Enter' || event.key === 'Delete') onResize(columnKey, null)
    else if (delta !== 0 && head)
      onResize(columnKey, clampWidth((widthPx ?? head.offsetWidth) + delta * directionSign(head)))
    else return
    event.preventDefault()
  }
  return (
    <span
      role="separator"
      tabIndex={0}
      className={css.edge}
      aria-orientation="vertical"
      aria-label={t('ui.columns.width', { name: label })}
      aria-valuenow={widthPx ?? 0}
      aria-valuetext={
        widthPx === undefined
          ? t('ui.columns.ownWidth')
          : t('ui.columns.pixels', { count: widthPx })
      }
      aria-valuemin={minWidth}
      aria-valuemax={maxWidth}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerUp}
      onPointerCancel={handlePointerUp}
      onDoubleClick={() => onResize(columnKey, null)}
      onKeyDown={handleKeyDown}
    />
  )
}

/** Which way is wider: the edge lies where the next column begins. */
const directionSign = (element: Element) => (getComputedStyle(element).direction === 'rtl' ? -1 : 1)
