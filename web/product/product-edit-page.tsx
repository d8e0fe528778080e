import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDotsVertical, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { type Product, productApi } from '#contract/product/product.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { stripBidiMarks } from '../lib/preference/language.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { ProductForm } from './product-form.tsx'
import { useProductSideQueries } from './product-side.tsx'
import {
  copyProductValues,
  emptyProduct,
  type ProductValues,
  toProductChanges,
  toProductInput,
  toProductValues,
} from './product-values.ts'

/** The form for a new product, or for a copy of the product in the URL parameter `from`. */
export function ProductNewPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const sourceId = params.get('from')
  const sourceQuery = useQuery({
    ...queryOptionsFor(productApi.get, { params: { id: sourceId ?? '' } }),
    enabled: sourceId !== null,
  })
  if (sourceId === null) return <NewProductForm values={emptyProduct} />
  return (
    <QueryBoundary query={sourceQuery}>
      {product => (
        <NewProductForm
          key={product._id}
          values={copyProductValues(
            product,
            stripBidiMarks(t('product.edit.copyTitle', { title: product.title })),
          )}
        />
      )}
    </QueryBoundary>
  )
}

function NewProductForm({ values }: { values: ProductValues }) {
  const { t } = useTranslation()
  const create = useRouteMutation(productApi.create)
  const navigate = useNavigate()
  const [initialValues] = useState(values)
  return (
    <ProductForm
      isNew
      values={initialValues}
      title={t('product.edit.newTitle')}
      onSave={output =>
        create
          .mutateAsync({ body: toProductInput(output) })
          .then(({ _id }) => navigate(getRecordPath('product', _id), { replace: true }))
      }
    />
  )
}

export function ProductEditPage() {
  const { id = '' } = useParams()
  const product = useQuery(queryOptionsFor(productApi.get, { params: { id } }))
  return (
    <QueryBoundary query={product} alsoWaitFor={useProductSideQueries()}>
      {loadedProduct => <ProductChangeForm key={id} product={loadedProduct} />}
    </QueryBoundary>
  )
}
ProductEditPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(queryOptionsFor(productApi.get, { params: { id } }))) satisfies Prefetch

function ProductChangeForm({ product }: { product: Product }) {
  const update = useRouteMutation(productApi.update)
  const client = useQueryClient()
  const values = useMemo(() => toProductValues(product), [product])
  const params = { id: product._id }
  const { queryKey } = queryOptionsFor(productApi.get, { params })
  return (
    <ProductForm
      values={values}
      title={product.title}
      product={product._id}
      actions={<ProductMenu product={product} />}
      onSave={output =>
        update
          .mutateAsync({ params, body: toProductChanges(output, product) })
          // The next change starts from the saved product without another request.
          .then(saved => client.setQueryData(queryKey, saved))
      }
    />
  )
}

function ProductMenu({ product }: { product: Product }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const remove = useRouteMutation(productApi.delete)
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  return (
    <PermissionGate permission="product:write">
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
            onClick={() => setConfirmOpen(true)}
          >
            {t('product.edit.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isConfirmOpen}
        title={t('product.edit.deleteTitle', { title: product.title })}
        confirmLabel={t('product.edit.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() =>
          remove.mutate(
            { params: { id: product._id } },
            {
              onSuccess: () => navigate('/apps/product/list'),
              onSettled: () => setConfirmOpen(false),
            },
          )
        }
      >
        {t('product.edit.deleteText')}
      </ConfirmDialog>
    </PermissionGate>
  )
}
