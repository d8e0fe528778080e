import { useSearchParams } from 'react-router'

/**
 * Keeps the open drawer or dialog in a parameter of the URL, such as `?edit=new` or `?edit=<id>`.
 * Other parameters stay as they are.
 */
export function useDialogParam(name: string) {
  const [params, setParams] = useSearchParams()
  const show = (value: string | null) =>
    setParams(previous => withParam(previous, name, value), { preventScrollReset: true })
  return {
    /** The value of the parameter, or null if the dialog is closed. */
    value: params.get(name),
    open: (value: string) => show(value),
    close: () => show(null),
    /** Closes the dialog and opens a page of the list. */
    closeAtPage: (page: number) =>
      setParams(previous => withParam(withParam(previous, name, null), 'page', String(page)), {
        preventScrollReset: true,
      }),
    getLink: (value: string) => `?${withParam(params, name, value)}`,
  }
}
export type DialogParam = ReturnType<typeof useDialogParam>

function withParam(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === null) next.delete(name)
  else next.set(name, value)
  return next
}
