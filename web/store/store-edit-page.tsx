import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { type StoreDetail, storeApi } from '#contract/store/store.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getStoreId, useStoreId } from '../lib/session/session.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { StoreFields } from './store-fields.tsx'
import { createEmptyStore, toStoreInput, toStoreValues } from './store-values.ts'
import { useSwitchStore } from './use-switch-store.ts'

export function StoreNewPage() {
  const { t, i18n } = useTranslation()
  const create = useRouteMutation(storeApi.create)
  const switchStore = useSwitchStore()
  const country = useCurrentStore()?.address.country
  const values = useMemo(() => createEmptyStore(i18n.language, country), [i18n.language, country])
  return (
    <StoreFields
      values={values}
      title={t('myStore.edit.newTitle')}
      onSave={input =>
        create.mutateAsync({ body: toStoreInput(input) }).then(({ _id }) => switchStore(_id))
      }
    />
  )
}

export function StoreEditPage() {
  const { id = '' } = useParams()
  return <StoreEditor id={id} />
}
StoreEditPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(queryOptionsFor(storeApi.get, { params: { id } }))) satisfies Prefetch

/** The settings of the current store. */
export function CurrentStorePage() {
  const id = useStoreId()
  return id && <StoreEditor id={id} isInSettings />
}
CurrentStorePage.prefetch = (({ client }) =>
  StoreEditPage.prefetch({
    client,
    id: getStoreId() ?? '',
    search: new URLSearchParams(),
  })) satisfies Prefetch

function StoreEditor({ id, isInSettings = false }: { id: string; isInSettings?: boolean }) {
  const store = useQuery(queryOptionsFor(storeApi.get, { params: { id } }))
  return (
    <QueryBoundary query={store}>
      {detail => <EditStoreForm key={id} store={detail} isInSettings={isInSettings} />}
    </QueryBoundary>
  )
}

function EditStoreForm({ store, isInSettings }: { store: StoreDetail; isInSettings: boolean }) {
  const update = useRouteMutation(storeApi.update)
  const client = useQueryClient()
  const navigate = useNavigate()
  const values = useMemo(() => toStoreValues(store), [store])
  const params = { id: store._id }
  const { queryKey } = queryOptionsFor(storeApi.get, { params })
  return (
    <StoreFields
      values={values}
      title={store.name}
      store={store}
      isInSettings={isInSettings}
      onSave={({ password, otp, ...data }) =>
        update
          .mutateAsync({ params, body: { data, password, otp } })
          .then(saved => client.setQueryData(queryKey, saved))
          .then(() => navigate('.', { replace: true }))
      }
    />
  )
}
