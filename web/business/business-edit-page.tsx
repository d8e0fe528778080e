import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { type BusinessDetail, businessApi } from '#contract/business.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { useCurrency } from '../lib/session/use-store.ts'
import { Loaded } from '../ui/page/loaded.tsx'
import { BusinessFields } from './business-form.tsx'
import { blankBusiness, newBody, valuesOf } from './business-values.ts'
import { useEnterStore } from './enter-store.ts'

export function BusinessNewPage() {
  const { t, i18n } = useTranslation()
  const create = useSend(businessApi.create)
  const enter = useEnterStore()
  // Who opens another store sells in the same money, more often than not.
  const currency = useCurrency()
  const values = useMemo(() => blankBusiness(i18n.language, currency), [i18n.language, currency])
  // A new store is where its owner goes on.
  return (
    <BusinessFields
      values={values}
      title={t('business.edit.newTitle')}
      onSave={checked =>
        create.mutateAsync({ body: newBody(checked) }).then(({ _id }) => enter(_id))
      }
    />
  )
}

export function BusinessEditPage() {
  const { id = '' } = useParams()
  const store = useQuery(queryOf(businessApi.get, { params: { id } }))
  return <Loaded query={store}>{found => <ChangeForm key={id} store={found} />}</Loaded>
}
BusinessEditPage.warm = (({ client, id }) =>
  client.prefetchQuery(queryOf(businessApi.get, { params: { id } }))) satisfies Warm

function ChangeForm({ store }: { store: BusinessDetail }) {
  const update = useSend(businessApi.update)
  const client = useQueryClient()
  const navigate = useNavigate()
  const values = useMemo(() => valuesOf(store), [store])
  const params = { id: store._id }
  const { queryKey } = queryOf(businessApi.get, { params })
  return (
    <BusinessFields
      values={values}
      title={store.name}
      store={store}
      onSave={checked =>
        update
          .mutateAsync({ params, body: { data: checked } })
          .then(
            saved => client.setQueryData(queryKey, saved),
            error => {
              void client.invalidateQueries({ queryKey })
              throw error
            },
          )
          .then(() => navigate('.', { replace: true }))
      }
    />
  )
}
