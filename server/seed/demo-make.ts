import { createHash } from 'node:crypto'
import { createPerson, markVerified } from '../account/account-store.ts'
import { hashPassword } from '../account/password-hash.ts'
import type { Config } from '../config.ts'
import { type Db, inScope, type Tx } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import { encodePicture } from '../lib/file/picture.ts'
import type { Upload } from '../lib/file/picture-upload.ts'
import { openStore } from '../rule/open-store.ts'
import { categoryPictures, picturesOf, readCatalogue } from './demo-catalogue.ts'
import { fillStore } from './demo-fill.ts'
import { fillOrders } from './demo-order-store.ts'
import { addStaff } from './demo-staff.ts'
import { type DemoStore, demoCategories, demoOwner, demoStores } from './demo-store.ts'
import { renderPicture } from './picture.ts'

type Draw = (name: string) => Promise<Buffer>

/** Makes what is not there yet of the demo: each store whole or not at all, so a second run changes nothing. */
export async function makeStores(
  db: Db,
  config: Pick<Config, 'dataDir' | 'storefrontHost'>,
  draw: Draw = renderPicture,
  stores = demoStores,
): Promise<{ name: string; orders: number }[]> {
  const missing = await missingStores(db, stores)
  if (missing.length === 0) return []
  const made: { name: string; orders: number }[] = []
  const now = new Date()
  const drafts = await readCatalogue(now)
  const pictures = await drawPictures(draw, [
    ...stores.map(store => store.logo),
    ...categoryPictures(demoCategories),
    ...picturesOf(drafts),
  ])
  const disk = openDisk(config)
  for (const store of missing) {
    const orders = await inScope(db, {}, async tx => {
      const personId =
        (await findOwner(tx)) ??
        (await createPerson(tx, demoOwner, await hashPassword(demoOwner.password)))
      await markVerified(tx, personId)
      const businessId = await openStore(
        tx,
        personId,
        { ...store.business, slug: store.slug },
        config.storefrontHost,
        'slug',
      )
      const products = await fillStore(tx, { store, businessId, drafts, pictures, disk })
      if (store === stores[0])
        await addStaff(tx, { businessId, personId, password: demoOwner.password })
      const count = await fillOrders(tx, { store, products, personId, now })
      await tx`update person set last_business_id = (select business_id from membership where person_id = ${personId} order by created_at, business_id limit 1) where id = ${personId}`
      return count
    })
    made.push({ name: store.business.name, orders })
  }
  return made
}

async function findOwner(tx: Tx): Promise<string | undefined> {
  const [row] = await tx<
    { id: string }[]
  >`select id from person where lower(email) = ${demoOwner.email}`
  return row?.id
}

function missingStores(db: Db, stores: readonly DemoStore[]): Promise<DemoStore[]> {
  return inScope(db, {}, async tx => {
    const taken = await Promise.all(
      stores.map(
        ({ slug }) => tx<{ isTaken: boolean }[]>`select address_taken(${slug}) as is_taken`,
      ),
    )
    return stores.filter((_, i) => !taken[i]?.[0]?.isTaken)
  })
}

async function drawPictures(draw: Draw, names: readonly string[]): Promise<Map<string, Upload>> {
  const drawn = await Promise.all(
    [...new Set(names)].map(async (name): Promise<[string, Upload]> => {
      const bytes = await draw(name)
      return [
        name,
        {
          fileName: name,
          hash: createHash('sha256').update(bytes).digest('hex'),
          picture: await encodePicture(bytes, name),
        },
      ]
    }),
  )
  return new Map(drawn)
}
