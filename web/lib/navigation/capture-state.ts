import { createOpenState } from '../open-state.ts'

/** The dialog that adds a task from any page. */
export const { setOpen: setCaptureOpen, useIsOpen: useCaptureOpen } = createOpenState()
