import { useCallback, useMemo, useState } from 'react'
import type { Selection } from './table-column.ts'

/** Rows chosen one by one, or all that the filters find but for some. */
type Picked = { isAll: boolean; ids: ReadonlySet<string> }
const nothing: Picked = { isAll: false, ids: new Set() }

const without = (ids: ReadonlySet<string>, gone: readonly string[]) =>
  new Set([...ids].filter(id => !gone.includes(id)))
/** Of `isAll` the set holds those left out, so choosing takes away from it. */
const changed = ({ isAll, ids }: Picked, some: readonly string[], isOn: boolean): Picked => ({
  isAll,
  ids: isOn === isAll ? without(ids, some) : new Set([...ids, ...some]),
})

/** Stays while one goes from page to page, and is gone with other filters: `of` says which they are. */
export function useSelection(of: string) {
  const [kept, setKept] = useState({ of, picked: nothing })
  const picked = kept.of === of ? kept.picked : nothing
  const set = useCallback(
    (next: (before: Picked) => Picked) =>
      setKept(before => ({ of, picked: next(before.of === of ? before.picked : nothing) })),
    [of],
  )

  const toggleAll = useCallback(
    (ids: readonly string[], isOn: boolean) => set(before => changed(before, ids, isOn)),
    [set],
  )
  const toggle = useCallback((id: string, isOn: boolean) => toggleAll([id], isOn), [toggleAll])
  const selection = useMemo(
    (): Selection => ({ has: id => picked.ids.has(id) !== picked.isAll, toggle, toggleAll }),
    [picked, toggle, toggleAll],
  )
  return {
    ...picked,
    selection,
    clear: () => set(() => nothing),
    chooseAll: () => set(() => ({ isAll: true, ids: new Set() })),
    choose: (ids: readonly string[]) => set(() => ({ isAll: false, ids: new Set(ids) })),
    countOf: (total: number) =>
      picked.isAll ? Math.max(0, total - picked.ids.size) : picked.ids.size,
  }
}
export type Selected = ReturnType<typeof useSelection>
