import { useCallback, useMemo, useState } from 'react'
import type { RowSelection } from './table-column.ts'

/** Rows chosen one by one, or all that the filters find but for some. */
type SelectionState = { isAll: boolean; ids: ReadonlySet<string> }
const emptySelection: SelectionState = { isAll: false, ids: new Set() }

const removeIds = (ids: ReadonlySet<string>, removedIds: readonly string[]) =>
  new Set([...ids].filter(id => !removedIds.includes(id)))
/** Of `isAll` the set holds those left out, so choosing takes away from it. */
const applyToggle = (
  { isAll, ids }: SelectionState,
  toggledIds: readonly string[],
  isSelected: boolean,
): SelectionState => ({
  isAll,
  ids: isSelected === isAll ? removeIds(ids, toggledIds) : new Set([...ids, ...toggledIds]),
})

/** Stays while one goes from page to page, and is gone with other filters: `of` says which they are. */
export function useListSelection(scopeKey: string) {
  const [storedState, setStoredState] = useState({ of: scopeKey, picked: emptySelection })
  const state = storedState.of === scopeKey ? storedState.picked : emptySelection
  const updateState = useCallback(
    (next: (previous: SelectionState) => SelectionState) =>
      setStoredState(previous => ({
        of: scopeKey,
        picked: next(previous.of === scopeKey ? previous.picked : emptySelection),
      })),
    [scopeKey],
  )

  const toggleAll = useCallback(
    (ids: readonly string[], isSelected: boolean) =>
      updateState(previous => applyToggle(previous, ids, isSelected)),
    [updateState],
  )
  const toggle = useCallback(
    (id: string, isSelected: boolean) => toggleAll([id], isSelected),
    [toggleAll],
  )
  const selection = useMemo(
    (): RowSelection => ({ has: id => state.ids.has(id) !== state.isAll, toggle, toggleAll }),
    [state, toggle, toggleAll],
  )
  return {
    ...state,
    selection,
    clear: () => updateState(() => emptySelection),
    selectAll: () => updateState(() => ({ isAll: true, ids: new Set() })),
    selectRows: (ids: readonly string[]) =>
      updateState(() => ({ isAll: false, ids: new Set(ids) })),
    getSelectedCount: (total: number) =>
      state.isAll ? Math.max(0, total - state.ids.size) : state.ids.size,
  }
}
export type ListSelection = ReturnType<typeof useListSelection>
