import { importApi } from '#contract/import/import.ts'
import { categoryApi } from '#contract/product/category.ts'
import { mediaApi } from '#contract/product/media.ts'
import { productApi } from '#contract/product/product.ts'
import { reviewApi } from '#contract/product/review.ts'
import { insertTestReview } from '../subject/review-testing.ts'
import {
  type AuditedCall,
  body,
  createdIds,
  fixture,
  id,
  upload,
  withIdAndBody,
} from './audited-call-testing.ts'

const addReview = (slug: string) => fixture.app.inStore(tx => insertTestReview(tx, slug))

export const productCalls: AuditedCall[] = [
  {
    route: categoryApi.create,
    entry: 'insert category',
    args: () => body({ name: 'Cups' }),
    saveIdAs: 'category',
  },
  {
    route: categoryApi.create,
    entry: 'insert category',
    args: () => body({ name: 'Bowls' }),
    saveIdAs: 'bowls',
  },
  {
    route: categoryApi.update,
    entry: 'update category',
    args: () => withIdAndBody('category', { name: 'Mugs' }),
  },
  {
    route: categoryApi.move,
    entry: 'update category',
    args: () => withIdAndBody('bowls', { parent: null, position: 0 }),
  },
  {
    route: categoryApi.bulkUpdateStatus,
    entry: 'update category',
    args: () => body({ ids: [createdIds['bowls']], status: 'hidden' }),
  },
  {
    route: productApi.create,
    entry: 'insert product',
    args: () => body({ title: 'Cup', price: 500, stock: 50 }),
    saveIdAs: 'product',
    onReply: ({ variants }) => {
      createdIds['variant'] = variants[0]?._id ?? ''
    },
  },
  {
    route: productApi.update,
    entry: 'update product',
    args: () => withIdAndBody('product', { title: 'Blue cup' }),
  },
  {
    route: productApi.bulkUpdateStatus,
    entry: 'update product',
    args: () => body({ ids: [createdIds['product']], status: 'archived' }),
  },
  {
    route: productApi.bulkUpdateTags,
    entry: 'update product',
    args: () => body({ ids: [createdIds['product']], add: ['new'] }),
  },
  {
    route: productApi.bulkUpdateCategories,
    entry: 'insert product_category',
    args: () => body({ ids: [createdIds['product']], add: [createdIds['category']] }),
  },
  { route: productApi.export, entry: 'export export' },
  {
    route: mediaApi.upload,
    entry: 'insert media',
    args: () => upload('a.png', fixture.image),
    onReply: data => {
      createdIds['media'] = JSON.stringify(data).match(/"_id":"([^"]+)/)?.[1] ?? ''
    },
  },
  {
    route: mediaApi.update,
    entry: 'update media',
    args: () => withIdAndBody('media', { alt: 'A cup' }),
  },
  { route: mediaApi.delete, entry: 'delete media', args: () => id('media') },
  {
    route: importApi.create,
    entry: '',
    args: () => upload('a.csv', 'Handle,Title,Variant Price\na,A,1', { kind: 'products' }),
    saveIdAs: 'import',
    runsJob: true,
  },
  { route: importApi.start, entry: 'insert product', args: () => id('import'), runsJob: true },
  {
    route: reviewApi.updateStatus,
    entry: 'update review',
    args: async () => ({ params: { id: await addReview('one') }, body: { status: 'approved' } }),
  },
  {
    route: reviewApi.bulkUpdateStatus,
    entry: 'update review',
    args: async () => body({ ids: [await addReview('two')], status: 'rejected' }),
  },
  {
    route: reviewApi.reply,
    entry: 'update review',
    args: async () => ({ params: { id: await addReview('answered') }, body: { reply: 'Thanks' } }),
  },
  {
    route: reviewApi.delete,
    entry: 'delete review',
    args: async () => ({ params: { id: await addReview('three') } }),
  },
]
