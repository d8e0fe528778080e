import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { type BusinessDetail, businessApi } from '#contract/store/store.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getBusinessId, useBusinessId } from '../lib/session/session.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { BusinessFields } from './store-fields.tsx'
import { createEmptyBusiness, toBusinessInput, toBusinessValues } from './store-values.ts'
import { useSwitchStore } from './use-switch-store.ts'

export function BusinessNewPage() {
  const { t, i18n } = useTranslation()
  const create = useRouteMutation(businessApi.create)
  const switchStore = useSwitchStore()
  const country = useCurrentStore()?.address.country
  const values = useMemo(
    () => createEmptyBusiness(i18n.language, country),
    [i18n.language, country],
  )
  return (
    <BusinessFields
      values={values}
      title={t('business.edit.newTitle')}
      onSave={input =>
        create.mutateAsync({ body: toBusinessInput(input) }).then(({ _id }) => switchStore(_id))
      }
    />
  )
}

export function BusinessEditPage() {
  const { id = '' } = useParams()
  return <BusinessEditor id={id} />
}
BusinessEditPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(queryOptionsFor(businessApi.get, { params: { id } }))) satisfies Prefetch

/** The settings of the current store. */
export function CurrentBusinessPage() {
  const id = useBusinessId()
  return id && <BusinessEditor id={id} isInSettings />
}
CurrentBusinessPage.prefetch = (({ client }) =>
  BusinessEditPage.prefetch({
    client,
    id: getBusinessId() ?? '',
    search: new URLSearchParams(),
  })) satisfies Prefetch

function BusinessEditor({ id, isInSettings = false }: { id: string; isInSettings?: boolean }) {
  const store = useQuery(queryOptionsFor(businessApi.get, { params: { id } }))
  return (
    <QueryBoundary query={store}>
      {detail => <EditBusinessForm key={id} store={detail} isInSettings={isInSettings} />}
    </QueryBoundary>
  )
}

function EditBusinessForm({
  store,
  isInSettings,
}: {
  store: BusinessDetail
  isInSettings: boolean
}) {
  const update = useRouteMutation(businessApi.update)
  const client = useQueryClient()
  const navigate = useNavigate()
  const values = useMemo(() => toBusinessValues(store), [store])
  const params = { id: store._id }
  const { queryKey } = queryOptionsFor(businessApi.get, { params })
  return (
    <BusinessFields
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
