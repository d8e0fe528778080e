import { type PointerEvent, useRef } from 'react'
import css from './week-view.module.css'

/** The lower edge of an event, which the pointer drags to change the end. The form does it by keyboard. */
export function ResizeHandle({ onResize }: { onResize: (pixels: number) => void }) {
  const startY = useRef<number>(undefined)
  const setHeight = (event: PointerEvent<HTMLElement>, change: number) => {
    const box = event.currentTarget.parentElement
    if (box) box.style.paddingBottom = change === 0 ? '' : `${Math.max(0, change)}px`
  }
  return (
    <div
      className={css.resize}
      aria-hidden
      onPointerDown={event => {
        event.preventDefault()
        startY.current = event.clientY
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={event => {
        if (startY.current !== undefined) setHeight(event, event.clientY - startY.current)
      }}
      onPointerUp={event => {
        if (startY.current === undefined) return
        const change = event.clientY - startY.current
        startY.current = undefined
        setHeight(event, 0)
        if (Math.abs(change) > 4) onResize(change)
      }}
      onPointerCancel={event => {
        startY.current = undefined
        setHeight(event, 0)
      }}
    />
  )
}
