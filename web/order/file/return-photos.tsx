import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orderFileApi } from '#contract/order/file/order-file.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import css from './order-files.module.css'
import { OrderPhoto } from './order-photo.tsx'

/** The photos that the shopper sent with a return. */
export function ReturnPhotos({ orderId, returnId }: { orderId: string; returnId: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(queryOptionsFor(orderFileApi.listFiles, { params: { id: orderId } }))
  const photos = data?.filter(file => file.purpose === 'return_photo' && file.return === returnId)
  if (!photos || photos.length === 0) return null
  return (
    <ul className={css.photos} aria-label={t('orderFile.photos')}>
      {photos.map((photo, index) => (
        <li key={photo._id}>
          <OrderPhoto photo={photo} label={t('orderFile.photo', { position: index + 1 })} />
        </li>
      ))}
    </ul>
  )
}
