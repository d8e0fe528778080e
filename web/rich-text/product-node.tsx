import { IconBox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Node, type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { useTranslation } from 'react-i18next'
import { productApi } from '#contract/product/product.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import css from './rich-text-editor.module.css'

/** A product between the other blocks of a text. Stores show it as a card at its present price. */
export const ProductNode = Node.create({
  name: 'product',
  group: 'top',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    id: {
      default: null,
      parseHTML: element => element.getAttribute('data-product'),
      renderHTML: ({ id }) => ({ 'data-product': id }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-product]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(ProductNodeView),
})

/** The whole text. Products are in no list, table or quote. */
export const TextDocument = Node.create({
  name: 'doc',
  topNode: true,
  content: '(block | top)+',
})

function ProductNodeView({ node, selected }: NodeViewProps) {
  const { t } = useTranslation()
  const id = String(node.attrs['id'])
  const product = useQuery({
    ...queryOptionsFor(productApi.get, { params: { id } }),
    enabled: usePermission('product:read'),
  })
  return (
    <NodeViewWrapper className={css.product} data-selected={selected || undefined}>
      <IconBox size={18} stroke={1.5} aria-hidden />
      {product.data?.title ?? t('ui.richText.product')}
    </NodeViewWrapper>
  )
}
