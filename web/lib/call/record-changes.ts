import type { RecordChange } from '#contract/lib/record-change.ts'
import { createRandomId } from '../random-id.ts'

/** Identifies this tab in its requests, so that its own changes are not announced to it. */
export const tabId = createRandomId()

type ChangeListener = (change: RecordChange) => void
const listeners = new Set<ChangeListener>()

/** Passes a change by another tab or user to the open page. */
export function publishRecordChange(change: RecordChange): void {
  if (change.tab !== tabId) for (const listener of listeners) listener(change)
}

/** @returns a function that removes the listener */
export function onRecordChange(listener: ChangeListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
