import { createHash } from 'node:crypto'
import { createPerson, markEmailVerified } from '../account/account-store.ts'
import type { Config } from '../config.ts'
import { type Db, type Tx, withTransaction } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import { encodeImage } from '../lib/file/image.ts'
import type { UploadedImage } from '../lib/file/image-upload.ts'
import { hashPassword } from '../lib/security/password-hash.ts'
import { rankProducts } from '../product/rank-products.ts'
import { createStore } from '../store/rule/create-store.ts'
import { getStoreUrl } from '../store/rule/store-url.ts'
import { createDemoOrders } from './create-demo-orders.ts'
import { createDemoAfterSale } from './demo-after-sale.ts'
import { listDemoImageNames, loadCatalog } from './demo-catalog.ts'
import { createDemoConversations } from './demo-conversations.ts'
import { createDemoCampaigns } from './demo-discounts.ts'
import { readDemoImage } from './demo-image.ts'
import { createDemoReviews } from './demo-reviews.ts'
import { createDemoStaff } from './demo-staff.ts'
import { type DemoStore, demoOwner, demoStores } from './demo-store.ts'
import { createDemoEvents, createDemoTasks } from './demo-tasks.ts'
import { fillDemoStore } from './fill-demo-store.ts'
import { smallStores } from './small-store/small-stores.ts'

type ReadImage = (name: string) => Promise<Buffer>

/** Creates the missing demo stores, each in one transaction. A second run changes nothing. */
export async function createDemoStores(
  db: Db,
  config: Pick<Config, 'dataDir' | 'bucket' | 'storefrontHost' | 'publicAddress'>,
  readImage: ReadImage = readDemoImage,
  stores = [...demoStores, ...smallStores],
): Promise<{ name: string; url: string; orders: number }[]> {
  const missingStores = await listMissingStores(db, stores)
  if (missingStores.length === 0) return []
  const createdStores: { name: string; url: string; orders: number }[] = []
  const now = new Date()
  const drafts = await loadCatalog(now)
  const images = await encodeImages(readImage, listDemoImageNames(stores, drafts))
  const disk = openDisk(config)
  for (const store of missingStores) {
    const orders = await withTransaction(db, {}, async tx => {
      const personId =
        (await findDemoOwner(tx)) ??
        (await createPerson(tx, demoOwner, await hashPassword(demoOwner.password)))
      await markEmailVerified(tx, personId)
      const storeId = await createStore(
        tx,
        personId,
        { ...store.settings, slug: store.slug },
        { storefrontHost: config.storefrontHost, field: 'slug' },
      )
      const products = await fillDemoStore(tx, { store, storeId, drafts, images, disk })
      if (store === stores[0])
        await createDemoStaff(tx, { storeId, personId, password: demoOwner.password })
      const count = await createDemoOrders(tx, { store, products, personId, now })
      await createDemoReviews(tx)
      await rankProducts(tx)
      if (!store.catalog) await createDemoWork(tx, storeId, personId)
      await selectFirstStore(tx, personId)
      return count
    })
    const url = getStoreUrl(config, `${store.slug}.${config.storefrontHost}`)
    createdStores.push({ name: store.settings.name, url, orders })
  }
  return createdStores
}

/** Creates what the staff of a store work on. */
async function createDemoWork(tx: Tx, storeId: string, personId: string): Promise<void> {
  await createDemoAfterSale(tx, storeId)
  await createDemoConversations(tx, personId)
  await createDemoCampaigns(tx)
  await createDemoTasks(tx, personId)
  await createDemoEvents(tx, personId)
}

const selectFirstStore = (tx: Tx, personId: string) => tx`
  update person set last_store_id = (
    select store_id from membership where person_id = ${personId}
    order by created_at, store_id limit 1)
  where id = ${personId}`

async function findDemoOwner(tx: Tx): Promise<string | undefined> {
  const [row] = await tx<
    { id: string }[]
  >`select id from person where lower(email) = ${demoOwner.email}`
  return row?.id
}

function listMissingStores(db: Db, stores: readonly DemoStore[]): Promise<DemoStore[]> {
  return withTransaction(db, {}, async tx => {
    const handleChecks = await Promise.all(
      stores.map(
        ({ slug }) => tx<{ isTaken: boolean }[]>`select is_slug_taken(${slug}) as is_taken`,
      ),
    )
    return stores.filter((_, i) => !handleChecks[i]?.[0]?.isTaken)
  })
}

async function encodeImages(
  readImage: ReadImage,
  names: readonly string[],
): Promise<Map<string, UploadedImage>> {
  const encodedImages = await Promise.all(
    names.map(async (name): Promise<[string, UploadedImage]> => {
      const bytes = await readImage(name)
      return [
        name,
        {
          fileName: name,
          hash: createHash('sha256').update(bytes).digest('hex'),
          image: await encodeImage(bytes, name),
        },
      ]
    }),
  )
  return new Map(encodedImages)
}
