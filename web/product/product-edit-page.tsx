import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDotsVertical, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { type Product, productApi } from '#contract/product.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { withoutMarks } from '../lib/preference/language.ts'
import { Can } from '../lib/session/can.tsx'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { ProductForm } from './product-form.tsx'
import { useProductSide } from './product-side.tsx'
import {
  blankProduct,
  changedBody,
  copyOf,
  newBody,
  type ProductValues,
  valuesOf,
} from './product-values.ts'

/** A new product; `?from=` makes it a copy of another. */
export function ProductNewPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const from = params.get('from')
  const original = useQuery({
    ...queryOf(productApi.get, { params: { id: from ?? '' } }),
    enabled: from !== null,
  })
  if (from === null) return <NewForm values={blankProduct} />
  return (
    <Loaded query={original}>
      {product => (
        <NewForm
          key={product._id}
          values={copyOf(
            product,
            withoutMarks(t('product.edit.copyTitle', { title: product.title })),
          )}
        />
      )}
    </Loaded>
  )
}

function NewForm({ values }: { values: ProductValues }) {
  const { t } = useTranslation()
  const create = useSend(productApi.create)
  const navigate = useNavigate()
  const [start] = useState(values)
  return (
    <ProductForm
      isNew
      values={start}
      title={t('product.edit.newTitle')}
      onSave={checked =>
        create
          .mutateAsync({ body: newBody(checked) })
          .then(({ _id }) => navigate(`/apps/product/update/${_id}`, { replace: true }))
      }
    />
  )
}

export function ProductEditPage() {
  const { id = '' } = useParams()
  const product = useQuery(queryOf(productApi.get, { params: { id } }))
  return (
    <Loaded query={product} beside={useProductSide()}>
      {found => <ChangeForm key={id} product={found} />}
    </Loaded>
  )
}
ProductEditPage.warm = (({ client, id }) =>
  client.prefetchQuery(queryOf(productApi.get, { params: { id } }))) satisfies Warm

function ChangeForm({ product }: { product: Product }) {
  const update = useSend(productApi.update)
  const client = useQueryClient()
  const values = useMemo(() => valuesOf(product), [product])
  const params = { id: product._id }
  const { queryKey } = queryOf(productApi.get, { params })
  return (
    <ProductForm
      values={values}
      title={product.title}
      actions={<ProductMenu product={product} />}
      onSave={checked =>
        update.mutateAsync({ params, body: changedBody(checked, product) }).then(
          // What was saved is what the next change is made from, at once and not after another reading.
          saved => client.setQueryData(queryKey, saved),
          error => {
            void client.invalidateQueries({ queryKey })
            throw error
          },
        )
      }
    />
  )
}

function ProductMenu({ product }: { product: Product }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const remove = useSend(productApi.delete)
  const [isAsking, setAsking] = useState(false)
  return (
    <Can do="product:write">
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('ui.more')}>
            <IconDotsVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={`/apps/product/create?from=${product._id}`}
            leftSection={<IconCopy size={16} stroke={1.75} />}
          >
            {t('product.edit.duplicate')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => setAsking(true)}
          >
            {t('product.edit.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('product.edit.deleteTitle', { title: product.title })}
        action={t('product.edit.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(
            { params: { id: product._id } },
            { onSuccess: () => navigate('/apps/product/list'), onSettled: () => setAsking(false) },
          )
        }
      >
        {t('product.edit.deleteText')}
      </ConfirmDialog>
    </Can>
  )
}
