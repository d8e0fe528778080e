import { createOpenState } from '../open-state.ts'

/** The layout panel. */
export const { setOpen: setCustomizerOpen, useIsOpen: useCustomizerOpen } = createOpenState()
