import type { FieldError } from '#contract/lib/call/problem.ts'
import { createErrorMessage } from './error-message.ts'
import { createInvalidProblem } from './problem.ts'

/** The store in the URL of an uploaded image: as a whole value, or as the source in rich text. */
const imageOwnerPattern =
  /(?:^\s*|src\s*=\s*["']?)\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//gi

/**
 * Rejects a body with an image that was uploaded to another store.
 * @throws Problem 422 image_not_found
 */
export function assertOwnImages(body: unknown, storeId: string): void {
  const errors = listForeignImages(body, storeId)
  if (errors.length > 0) throw createInvalidProblem(errors)
}

function listForeignImages(value: unknown, storeId: string, path = ''): FieldError[] {
  if (typeof value === 'string') {
    const isForeign =
      value.includes('/media/') &&
      [...value.matchAll(imageOwnerPattern)].some(([, id]) => id?.toLowerCase() !== storeId)
    return isForeign ? [{ path, ...createErrorMessage('image_not_found') }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    listForeignImages(child, storeId, path ? `${path}.${key}` : key),
  )
}
