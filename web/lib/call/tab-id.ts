import { createRandomId } from '../random-id.ts'

/** Identifies this tab in its requests, so that it ignores the events of its own changes. */
export const tabId = createRandomId()
