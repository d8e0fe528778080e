const defaultRowCounts: Record<string, number> = { category: 10, invoice: 10 }
const storageKey = (list: string) => `rows ${list}`

/** Returns the rows per page that the user chose for a list in this browser, or the default. */
export function getRowCount(list: string): number {
  const count = Number(localStorage.getItem(storageKey(list)))
  return Number.isInteger(count) && count > 0 && count <= 100
    ? count
    : (defaultRowCounts[list] ?? 25)
}

export const saveRowCount = (list: string, count: number) =>
  localStorage.setItem(storageKey(list), String(count))
