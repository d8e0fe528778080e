import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import css from './data-table.module.css'
import { widthName } from './table-column.ts'

type Props = {
  columnKey: string
  label: string
  px: number | undefined
  onResize: (key: string, width: number | null) => void
}

const narrowest = 64
const widest = 800
const step = 16
const within = (width: number) => Math.round(Math.min(widest, Math.max(narrowest, width)))

/** The edge of a column: dragged, or moved by the arrow keys; a double click or Enter gives the column its own width again. */
export function ColumnEdge({ columnKey, label, px, onResize }: Props) {
  const { t } = useTranslation()
  const drag = useRef<{ x: number; width: number; table: HTMLElement; now: number }>(undefined)

  function start(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    const head = event.currentTarget.closest('th')
    const table = event.currentTarget.closest('table')
    if (!head || !table) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const width = within(head.offsetWidth)
    drag.current = { x: event.clientX, width, table, now: width }
  }
  function move({ clientX }: PointerEvent<HTMLElement>) {
    const from = drag.current
    if (!from || clientX === from.x) return
    if (px === undefined && from.now === from.width) onResize(columnKey, from.width)
    from.now = within(from.width + (clientX - from.x) * towards(from.table))
    from.table.style.setProperty(widthName(columnKey), `${from.now}px`)
  }
  function end() {
    const from = drag.current
    drag.current = undefined
    if (from && from.now !== from.width) onResize(columnKey, from.now)
  }
  function press(event: KeyboardEvent<HTMLElement>) {
    const head = event.currentTarget.closest('th')
    const by = event.key === 'ArrowRight' ? step : event.key === 'ArrowLeft' ? -step : 0
    if (event.key === 'Enter' || event.key === 'Delete') onResize(columnKey, null)
    else if (by !== 0 && head)
      onResize(columnKey, within((px ?? head.offsetWidth) + by * towards(head)))
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
      aria-valuenow={px ?? 0}
      aria-valuetext={
        px === undefined ? t('ui.columns.ownWidth') : t('ui.columns.pixels', { count: px })
      }
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onResize(columnKey, null)}
      onKeyDown={press}
    />
  )
}

/** Which way is wider: the edge lies where the next column begins. */
const towards = (element: Element) => (getComputedStyle(element).direction === 'rtl' ? -1 : 1)
