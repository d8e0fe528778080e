import { useQuery } from '@tanstack/react-query'
import { type OrderFile, orderFileApi } from '#contract/order/file/order-file.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'

/** Whether the user can open labels, which show the phone number of the customer. */
export function useCanOpenLabels(): boolean {
  const canWrite = usePermission('order:write')
  const canSeeContacts = usePermission('customer:read')
  return canWrite || canSeeContacts
}

/** Returns the label of a parcel, if it has one that the user can open. */
export function useParcelLabel(orderId: string, parcelId: string): OrderFile | undefined {
  const canOpen = useCanOpenLabels()
  const { data } = useQuery(queryOptionsFor(orderFileApi.listFiles, { params: { id: orderId } }))
  return canOpen
    ? data?.find(({ purpose, parcel }) => purpose === 'label' && parcel === parcelId)
    : undefined
}
