import { useSearchParams } from 'react-router'

/** Which dialog is open over an order is in the address bar, as `?do=shipped`. */
export function useOrderDialog() {
  const [params, setParams] = useSearchParams()
  const set = (name: string | undefined) =>
    setParams(
      before => {
        const next = new URLSearchParams(before)
        if (name) next.set('do', name)
        else next.delete('do')
        return next
      },
      { preventScrollReset: true },
    )
  return {
    name: params.get('do') ?? undefined,
    show: (name: string) => set(name),
    close: () => set(undefined),
  }
}
export type OrderDialog = ReturnType<typeof useOrderDialog>
