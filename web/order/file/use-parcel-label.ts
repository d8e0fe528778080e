import { useQuery } from '@tanstack/react-query'
import { type OrderFile, orderFileApi } from '#contract/order/file/order-file.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'

/** Returns the label of a parcel, if it has one. */
export function useParcelLabel(orderId: string, parcelId: string): OrderFile | undefined {
  const { data } = useQuery(queryOptionsFor(orderFileApi.listFiles, { params: { id: orderId } }))
  return data?.find(({ purpose, parcel }) => purpose === 'label' && parcel === parcelId)
}
