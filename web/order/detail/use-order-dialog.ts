import { useSearchParams } from 'react-router'

/** Stores the open dialog of an order in the URL, such as `?do=shipped`. */
export function useOrderDialog() {
  const [params, setParams] = useSearchParams()
  const setDialogName = (name: string | undefined) =>
    setParams(
      previous => {
        const newParams = new URLSearchParams(previous)
        if (name) newParams.set('do', name)
        else newParams.delete('do')
        return newParams
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
