import { packerLinkApi } from '#contract/packing/packer-link.ts'
import { packingApi } from '#contract/packing/packing.ts'
import type { ClientInfo } from '../../lib/call/call-input.ts'
import { assertFound } from '../../lib/call/problem.ts'
import { type App, serve, servePublic } from '../../lib/call/serve.ts'
import { servePublicDownload } from '../../lib/call/serve-download.ts'
import { type Tx, withTransaction } from '../../lib/db/db.ts'
import { openRequestDisk } from '../../lib/file/disk.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { openOrderFile } from '../file/order-file-store.ts'
import {
  findPackedLabel,
  getPackingSlip,
  packOrder,
  pickItem,
  putBackUnits,
} from './pack-orders.ts'
import {
  createPackerLink,
  listPackerLinks,
  type OpenPackerLink,
  openPackerLink,
  revokePackerLink,
} from './packer-link-store.ts'
import { getPackingList } from './packing-list.ts'

/** Serves packer links: staff create them, and packers use them without an account. */
export function packerRoutes(app: App) {
  serve(app, packerLinkApi.listPackerLinks, ({ tx }) => listPackerLinks(tx))
  serve(app, packerLinkApi.createPackerLink, ({ tx, body, principal }) =>
    createPackerLink(tx, body, principal.abilities),
  )
  serve(app, packerLinkApi.revokePackerLink, ({ tx, params }) => revokePackerLink(tx, params.id))
  servePublic(app, packingApi.openList, call => withPackerLink(app, call, getPackingList))
  servePublic(app, packingApi.pickItem, call =>
    withPackerLink(
      app,
      call,
      async (tx, link) => getPackingList(tx, await pickItem(tx, link, call.body)),
      { isLocked: true },
    ),
  )
  servePublic(app, packingApi.putBack, call =>
    withPackerLink(
      app,
      call,
      async (tx, link) => getPackingList(tx, await putBackUnits(tx, link, call.body)),
      { isLocked: true },
    ),
  )
  servePublic(app, packingApi.packOrder, call =>
    withPackerLink(
      app,
      call,
      async (tx, link) => getPackingList(tx, await packOrder(tx, link, call.body)),
      { isLocked: true },
    ),
  )
  servePublic(app, packingApi.getSlip, call =>
    withPackerLink(app, call, (tx, link) => getPackingSlip(tx, link, call.body.order)),
  )
  const disk = openRequestDisk(app.config, 'orders')
  servePublicDownload(app, packingApi.getLabel, async call => {
    const { fileName, fileKey } = await withPackerLink(app, call, (tx, link) =>
      findPackedLabel(tx, link, call.body.label),
    )
    const stream = assertFound(await openOrderFile(disk, fileKey), 'order_file_not_found')
    return { fileName, stream }
  })
}

type PackerCall = { body: { token: string }; client: ClientInfo }

/**
 * Runs the work of a call that only the token authorizes, in a transaction of the store of its link.
 * Unknown tokens count against the network of the caller, calls of a link against the link.
 * @throws Problem 400 packer_link_invalid, or 429 too_many_attempts
 */
async function withPackerLink<T>(
  app: App,
  { body: { token }, client: { ip, requestId } }: PackerCall,
  work: (tx: Tx, link: OpenPackerLink) => Promise<T>,
  { isLocked } = { isLocked: false },
): Promise<T> {
  const lookup = await consumeRateLimit(app, 'lookup', { source: ip })
  await consumeRateLimit(app, 'packerLink', { target: token })
  let isValid = false
  try {
    return await withTransaction(app.db, { requestId, ip }, async tx => {
      const link = await openPackerLink(tx, token, { isLocked })
      isValid = true
      return work(tx, link)
    })
  } finally {
    if (isValid) await lookup.refund()
  }
}
