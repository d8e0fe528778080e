import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ProductStatus, productApi } from '#contract/product.ts'
import { useSend } from '../lib/api.ts'
import { useCan } from '../lib/can.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

const moves: ProductStatus[] = ['active', 'draft', 'archived']

/** What can be done with the chosen products. */
export function ProductBulk({ ids, done }: { ids: readonly string[]; done: () => void }) {
  const { t } = useTranslation()
  const setStatus = useSend(productApi.bulkStatus)
  const remove = useSend(productApi.bulkRemove)
  const [isAsking, setAsking] = useState(false)
  if (!useCan('product:write')) return null
  return (
    <>
      {moves.map(status => (
        <Button key={status} variant="default" size="compact-sm" loading={setStatus.isPending && setStatus.variables?.body.status === status}
          onClick={() => setStatus.mutate({ body: { ids: [...ids], status } }, { onSuccess: done })}>{t(`product.bulk.${status}`)}</Button>
      ))}
      <Button variant="light" color="red" size="compact-sm" onClick={() => setAsking(true)}>{t('product.bulk.delete')}</Button>
      <ConfirmDialog isOpen={isAsking} title={t('product.bulk.deleteTitle', { count: ids.length })} action={t('product.bulk.delete')} isDangerous isBusy={remove.isPending} onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ body: { ids: [...ids] } }, { onSuccess: done, onSettled: () => setAsking(false) })}>
        {t('product.edit.deleteText')}
      </ConfirmDialog>
    </>
  )
}
