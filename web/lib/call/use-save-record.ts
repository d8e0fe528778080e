import type { Route } from '#contract/lib/call/api.ts'
import { useRouteMutation } from './api.ts'
import type { RouteArgs } from './call-api.ts'

/**
 * Returns the `onSave` of a form: it creates a record, or updates the given one in the version that
 * the user has seen, and then closes the form.
 */
export function useSaveRecord<C, U, P extends string>(
  { create, update }: { create: Route<undefined, C>; update: Route<undefined, U, unknown, P> },
  record: { _id: string; version: number } | undefined,
  onClose: () => void,
) {
  const createRecord = useRouteMutation(create)
  const updateRecord = useRouteMutation(update)
  return async (values: C & Omit<U, 'version'>): Promise<void> => {
    if (record) {
      const body = { ...values, version: record.version }
      const args: unknown = { params: { id: record._id }, body }
      await updateRecord.mutateAsync(args as RouteArgs<undefined, U, P>)
    } else await createRecord.mutateAsync({ body: values } as RouteArgs<undefined, C, string>)
    onClose()
  }
}
