import { useSearchParams } from 'react-router'

/** Which dialog is open over an order is in the address bar, as `?do=shipped`. */
export function useOrderDialog() {
  const [params, setParams] = useSearchParams()
  const setName = (name: string | undefined) =>
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
    show: (name: string) => setName(name),
    close: () => setName(undefined),
  }
}
export type OrderDialog = ReturnType<typeof useOrderDialog>
