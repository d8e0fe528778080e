/** The forms with changes by hand: each tells whether leaving now would lose something. */
export const unsaved = new Set<() => boolean>()
export const wouldLoseAny = () => [...unsaved].some(wouldLose => wouldLose())
