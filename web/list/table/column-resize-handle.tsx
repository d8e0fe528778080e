import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { getWidthVariable } from './table-column.ts'
import css from './table-head.module.css'

type Props = {
  columnKey: string
  label: string
  widthPx: number | undefined
  onResize: (key: string, width: number | null) => void
}

const minWidth = 64
const maxWidth = 800
const keySteps: Record<string, number> = { ArrowRight: 16, ArrowLeft: -16 }
const clampWidth = (width: number) => Math.round(Math.min(maxWidth, Math.max(minWidth, width)))

/**
 * The edge of a column header. The user drags it or presses the arrow keys; a double click or Enter
 * resets the width.
 */
export function ColumnResizeHandle({ columnKey, label, widthPx, onResize }: Props) {
  const { t } = useTranslation()
  const drag = useRef<{ x: number; width: number; table: HTMLElement; currentWidth: number }>(
    undefined,
  )

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    const headerCell = event.currentTarget.closest('th')
    const table = event.currentTarget.closest('table')
    if (!headerCell || !table) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const width = clampWidth(headerCell.offsetWidth)
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
    dragState.table.style.setProperty(getWidthVariable(columnKey), `${dragState.currentWidth}px`)
  }
  function handlePointerUp() {
    const dragState = drag.current
    drag.current = undefined
    if (dragState && dragState.currentWidth !== dragState.width)
      onResize(columnKey, dragState.currentWidth)
  }
  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const headerCell = event.currentTarget.closest('th')
    const step = keySteps[event.key]
    if (event.key === 'Enter' || event.key === 'Delete') onResize(columnKey, null)
    else if (step !== undefined && headerCell) {
      const currentWidth = widthPx ?? headerCell.offsetWidth
      onResize(columnKey, clampWidth(currentWidth + step * directionSign(headerCell)))
    } else return
    event.preventDefault()
  }
  return (
    <span
      role="separator"
      tabIndex={0}
      className={css.resizeHandle}
      aria-orientation="vertical"
      aria-label={t('ui.columns.width', { name: label })}
      aria-valuenow={widthPx ?? 0}
      aria-valuetext={
        widthPx === undefined
          ? t('ui.columns.automaticWidth')
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

/** Returns 1 if a column grows to the right, or -1 in right-to-left text. */
const directionSign = (element: Element) => (getComputedStyle(element).direction === 'rtl' ? -1 : 1)
