/** One function per form with changes. It returns whether leaving the page would lose them. */
export const unsavedForms = new Set<() => boolean>()
export const hasUnsavedChanges = () => [...unsavedForms].some(isUnsaved => isUnsaved())
