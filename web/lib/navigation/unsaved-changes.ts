/** The forms with changes by hand: each tells whether leaving now would lose something. */
export const unsavedForms = new Set<() => boolean>()
export const hasUnsavedChanges = () => [...unsavedForms].some(isUnsaved => isUnsaved())
