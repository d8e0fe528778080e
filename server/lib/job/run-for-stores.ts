/**
 * Calls `work` for one store after the other. The stores after one that fails do not wait for it; the
 * job fails at the end, so that it is reported and repeated.
 */
export async function runForStores(
  storeIds: readonly string[],
  work: (storeId: string) => Promise<void>,
  abortSignal?: AbortSignal,
): Promise<void> {
  const errors: unknown[] = []
  for (const storeId of storeIds) {
    abortSignal?.throwIfAborted()
    try {
      await work(storeId)
    } catch (error) {
      abortSignal?.throwIfAborted()
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1)
    throw new AggregateError(
      errors,
      `The job failed in ${errors.length} of ${storeIds.length} stores.`,
    )
}
