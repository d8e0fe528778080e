import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { createFieldProblem, toProblem } from '../../lib/call/problem.ts'
import { readImages, type UploadedImage } from '../../lib/file/image-upload.ts'
import { readInTurns } from '../../lib/file/save-upload.ts'

/** The images that a form accepts, in one field. */
export type FormImages = {
  field: string
  maxCount: number
  dataDir: string
  /** Returns whether the request can send images: they take much more work than texts. */
  isAllowed: (request: FastifyRequest) => Promise<boolean>
}
export type FormBody = {
  /** The texts by field. Those of a multipart body are added while it is read. */
  values: Record<string, string>
  readImages: () => Promise<UploadedImage[]>
  /** Reads a body whose images are not wanted, so that the page shows its texts again. */
  discardImages: () => Promise<void>
}

/** A return of an order with many lines has three fields for each. */
const partLimits = { fields: 620, files: 20, parts: 640 }
/** The number of images that the shopper chose, which browsers forget when a form is rejected. */
export const imageCountField = 'imageCount'

/** Returns the body of a form, or undefined if the form does not accept its type. */
export async function openFormBody(
  request: FastifyRequest,
  images: FormImages | undefined,
): Promise<FormBody | undefined> {
  const { body } = request
  if (body instanceof URLSearchParams)
    return {
      // The first of several values counts.
      values: Object.fromEntries([...body].toReversed()),
      readImages: async () => [],
      discardImages: async () => {},
    }
  if (!images || !request.isMultipart() || !(await images.isAllowed(request))) return undefined
  const values: Record<string, string> = Object.create(null)
  return {
    values,
    readImages: () => readFormImages(request, values, images),
    discardImages: async () => {
      for await (const file of readParts(request, values)) await drain(file)
    },
  }
}

async function drain(file: MultipartFile): Promise<void> {
  for await (const _ of readInTurns(file));
}

/** Yields the files of a form that were chosen, and adds its texts to `values`. */
async function* readParts(
  request: FastifyRequest,
  values: Record<string, string>,
): AsyncGenerator<MultipartFile> {
  for await (const part of request.parts({ limits: partLimits })) {
    if (part.type === 'field') values[part.fieldname] ??= String(part.value)
    // Browsers send an empty file for a field without a choice.
    else if (part.filename) yield part
    else await drain(part)
  }
}

/** @throws Problem 422 on the field of the images */
async function readFormImages(
  request: FastifyRequest,
  values: Record<string, string>,
  { field, maxCount, dataDir }: FormImages,
): Promise<UploadedImage[]> {
  let count = 0
  async function* listWanted() {
    for await (const file of readParts(request, values)) {
      count++
      values[imageCountField] = String(count)
      if (count <= maxCount && file.fieldname === field) yield file
      else await drain(file)
    }
  }
  const owner = `${request.storefrontHost.storeId} ${request.url}`
  const uploadedImages = await readImages(listWanted(), { owner, dataDir }).catch(error => {
    const problem = toProblem(error)
    if (!problem.details.errors) throw error
    throw createFieldProblem(field, problem.toErrorMessage())
  })
  if (count > maxCount) throw createFieldProblem(field, 'images_too_many', { count: maxCount })
  return uploadedImages
}
