import { createOpenState } from '../open-state.ts'

/** The drawer with the help of the page. */
export const { setOpen: setHelpOpen, useIsOpen: useHelpOpen } = createOpenState()
