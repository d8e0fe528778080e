import { createHash } from 'node:crypto'
import type { Disk } from 'flydrive'
import type { AttachmentType } from '#contract/lib/attachment.ts'
import type { OrderFile } from '#contract/order/file/order-file.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { RunInTransaction } from '../../lib/db/db.ts'
import { cleanFileName } from '../../lib/file/image-upload.ts'
import type { RequestPolicy } from '../../lib/security/guarded-request.ts'
import type { SecretKeys } from '../../lib/security/secret-keys.ts'
import { storeFile } from '../file/order-file-store.ts'
import { createHttpLabelService } from './http-label-service.ts'
import {
  cancelReceivedLabel,
  deleteLabelRequest,
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
  const { inTx, keys } = scope
  const request = await inTx(tx => lockLabelRequest(tx, keys, parcelId))
  const label = await requestLabel(scope, request)
  try {
    return await storeLabel(scope, { request, label })
  } catch (error) {
    // Meanwhile the parcel was canceled or shipped, for example, so that no one needs the label.
    if (error instanceof Problem) await inTx(tx => cancelReceivedLabel(tx, scope.storeId, request))
    else await inTx(tx => unlockLabelRequest(tx, request.key))
    throw error
  }
}

async function requestLabel({ inTx, policy }: LabelScope, request: LockedRequest) {
  const { key, service, labelOrder } = request
  try {
    return await createHttpLabelService(service, policy).createLabel(key, labelOrder)
  } catch (error) {
    // Only a refusal is certain to have created no label.
    const isRefused = error instanceof Problem && error.status === 422
    await inTx(tx => (isRefused ? deleteLabelRequest(tx, key) : unlockLabelRequest(tx, key)))
    throw error
  }
}

function storeLabel(
  { disk, storeId, inTx }: LabelScope,
  { request, label }: ReceivedLabel,
): Promise<OrderFile> {
  const { content, contentType } = label
  const file = {
    fileName: getFileName(request, contentType),
    contentType,
    content,
    digest: createHash('sha256').update(content).digest('hex'),
  }
  return storeFile({ disk, storeId, inTx }, file, tx => saveLabel(tx, storeId, { request, label }))
}

const fileExtensions: Partial<Record<AttachmentType, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}
const getFileName = ({ labelOrder }: LockedRequest, type: AttachmentType) =>
  `${cleanFileName(labelOrder.reference) || 'label'}.${fileExtensions[type]}`
