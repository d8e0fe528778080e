import { useCallback, useMemo, useState } from 'react'
import type { RowSelection } from './table-column.ts'

/** The ids of selected rows or, if `isAll`, the ids of rows excluded from the selection of all. */
type SelectionState = { isAll: boolean; ids: ReadonlySet<string> }
const emptySelection: SelectionState = { isAll: false, ids: new Set() }

const removeIds = (ids: ReadonlySet<string>, removedIds: readonly string[]) =>
  new Set([...ids].filter(id => !removedIds.includes(id)))
/** If `isAll`, `ids` are the excluded rows, so selecting a row removes its id. */
const applyToggle = (
  { isAll, ids }: SelectionState,
  toggledIds: readonly string[],
  isSelected: boolean,
): SelectionState => ({
  isAll,
  ids: isSelected === isAll ? removeIds(ids, toggledIds) : new Set([...ids, ...toggledIds]),
})

/**
 * Returns the selection of a list. It survives a change of page and ends when `scopeKey` changes.
 */
export function useListSelection(scopeKey: string) {
  const [storedState, setStoredState] = useState({ scopeKey, selected: emptySelection })
  const state = storedState.scopeKey === scopeKey ? storedState.selected : emptySelection
  const updateState = useCallback(
    (update: (previous: SelectionState) => SelectionState) =>
      setStoredState(previous => ({
        scopeKey,
        selected: update(previous.scopeKey === scopeKey ? previous.selected : emptySelection),
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
