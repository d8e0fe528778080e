import { useSearchParams } from 'react-router'

/** Stores the open dialog of an order in the URL, such as `?do=shipped`. */
export function useOrderDialog() {
  const [params, setParams] = useSearchParams()
  const setDialogName = (name: string | undefined) =>
    setParams(
      previous => {
        const next = new URLSearchParams(previous)
        if (name) next.set('do', name)
        else next.delete('do')
        return next
      },
      { preventScrollReset: true },
    )
  return {
    name: params.get('do') ?? undefined,
    show: (name: string) => setDialogName(name),
    close: () => setDialogName(undefined),
  }
}
export type OrderDialog = ReturnType<typeof useOrderDialog>
