import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentProps, useEffect, useRef } from 'react'

/**
 * A button of a dialog that keeps the focus. Browsers take the focus from a button that is disabled while it
 * loads, and Escape and Tab then leave the dialog.
 */
export function BusyButton({ loading, ...props }: ButtonProps & ComponentProps<'button'>) {
  const ref = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !loading && document.activeElement === document.body)
      ref.current?.focus()
    wasBusy.current = loading === true
  }, [loading])
  return <Button ref={ref} loading={loading} {...props} />
}
