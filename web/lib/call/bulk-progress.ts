type ProgressListener = (processed: number) => void

const listeners = new Set<ProgressListener>()

/** Passes the number of processed rows from the stream of notifications to the running action. */
export function reportBulkProgress(processed: number): void {
  for (const listener of listeners) listener(processed)
}

/** Calls the listener with the progress of the bulk call that runs meanwhile. */
export async function withBulkProgress<T>(
  listener: ProgressListener,
  call: () => Promise<T>,
): Promise<T> {
  listeners.add(listener)
  try {
    return await call()
  } finally {
    listeners.delete(listener)
  }
}
