/** The text of the search, and whether Enter was pressed before its results arrived. */
export type SearchInput = { text: string; opensWhenSettled: boolean }

export const emptySearchInput: SearchInput = { text: '', opensWhenSettled: false }
