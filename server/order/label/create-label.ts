import { createHash } from 'node:crypto'
import type { Disk } from 'flydrive'
import type { OrderFile, OrderFileType } from '#contract/order/file/order-file.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { RunInTransaction } from '../../lib/db/db.ts'
import { cleanFileName } from '../../lib/file/image-upload.ts'
import type { RequestPolicy } from '../../lib/security/guarded-request.ts'
import type { SecretKeys } from '../../lib/security/secret-keys.ts'
import { storeFile } from '../file/order-file-store.ts'
import { createHttpLabelService } from './http-label-service.ts'
import type { LabelCarrier } from './label-carrier.ts'
import {
  type LockedRequest,
  lockLabelRequest,
  type ReceivedLabel,
  saveLabel,
  unlockLabelRequest,
} from './label-request-store.ts'

export type LabelScope = {
  disk: Disk
  keys: SecretKeys
  policy: RequestPolicy
  storeId: string
  inTx: RunInTransaction
}

/**
 * Creates the label of a parcel at the service of the store and stores it. No transaction is open
 * while the service replies.
 * @throws Problem of `lockLabelRequest`, the carrier or `saveLabel`
 */
export async function createLabel(scope: LabelScope, parcelId: string): Promise<OrderFile> {
  const { inTx, keys, policy } = scope
  const request = await inTx(tx => lockLabelRequest(tx, keys, parcelId))
  const carrier = createHttpLabelService(request.service, policy)
  try {
    const label = await carrier.createLabel(request.key, request.labelOrder)
    return await storeLabel(scope, { carrier, request, label })
  } catch (error) {
    // Only a refusal is certain to have created no label.
    const isRefused = error instanceof Problem && error.status === 422
    await inTx(tx => unlockLabelRequest(tx, request.key, { isRepeated: !isRefused }))
    throw error
  }
}

type CreatedLabel = ReceivedLabel & { carrier: LabelCarrier }

async function storeLabel(
  { disk, storeId, inTx }: LabelScope,
  { carrier, request, label }: CreatedLabel,
): Promise<OrderFile> {
  const { content, contentType } = label
  const file = {
    fileName: getFileName(request, contentType),
    contentType,
    content,
    digest: createHash('sha256').update(content).digest('hex'),
  }
  try {
    return await storeFile({ disk, storeId, inTx }, file, tx =>
      saveLabel(tx, storeId, { request, label }),
    )
  } catch (error) {
    // Meanwhile the parcel was canceled, for example, so that no one needs the label.
    if (error instanceof Problem && error.code !== 'label_exists') {
      await cancelLabel(inTx, carrier, request.key)
    }
    throw error
  }
}

/** The next request has another key, unless the service cannot be reached. */
async function cancelLabel(inTx: RunInTransaction, carrier: LabelCarrier, key: string) {
  try {
    await carrier.cancelLabel(key)
  } catch (error) {
    if (error instanceof Problem) return
    throw error
  }
  await inTx(tx => unlockLabelRequest(tx, key, { isRepeated: false }))
}

const fileExtensions: Partial<Record<OrderFileType, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}
const getFileName = ({ labelOrder }: LockedRequest, type: OrderFileType) =>
  `${cleanFileName(labelOrder.reference) || 'label'}.${fileExtensions[type]}`
