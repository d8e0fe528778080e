import { readFile } from 'node:fs/promises'
import type { MultipartFile } from '@fastify/multipart'
import {
  type AttachmentType,
  maxAttachmentBytes,
  maxAttachmentMegabytes,
} from '#contract/lib/attachment.ts'
import { createFieldProblem } from '../call/problem.ts'
import { createByteBudget } from './byte-budget.ts'
import { detectFileType } from './detect-file-type.ts'
import { cleanFileName } from './image-upload.ts'
import { readInTurns, saveUpload } from './save-upload.ts'
import { withTemporaryFile } from './temporary-file.ts'

/** The bytes of a file that was checked. */
export type CheckedFile = {
  fileName: string
  contentType: AttachmentType
  content: Buffer
  digest: string
}

const withReservation = createByteBudget(16 * maxAttachmentBytes, 4 * maxAttachmentBytes)

type AttachmentScope = { owner: string; dataDir: string }

/**
 * Returns the file of an upload. Its type follows from its content, whatever its name is. Any text can
 * be a script, so the name of a text must end with `.txt` or `.csv`.
 * @throws Problem 413 or 422 on `file`, after all files are read
 */
export async function readAttachment(
  files: AsyncIterable<MultipartFile>,
  scope: AttachmentScope,
): Promise<CheckedFile> {
  const [attachment] = await readAttachments(files, scope, ({ length }) =>
    length > 0 ? createFieldProblem('file', 'attachment_one_file') : undefined,
  )
  if (!attachment) throw createFieldProblem('file', 'attachment_missing')
  return attachment
}

/**
 * Returns the files of an upload. `findLimitError` returns an error if no further file may follow these.
 * @throws Problem 413 or 422 on `file`, after all files are read
 */
export async function readAttachments(
  files: AsyncIterable<MultipartFile>,
  { owner, dataDir }: AttachmentScope,
  findLimitError: (attachments: readonly CheckedFile[]) => Error | undefined,
): Promise<CheckedFile[]> {
  const attachments: CheckedFile[] = []
  let firstError: unknown
  for await (const file of files) {
    firstError ??= findLimitError(attachments)
    if (firstError) for await (const _ of readInTurns(file));
    else
      await withReservation(owner, reserve =>
        withTemporaryFile(dataDir, path => readCheckedFile(file, { path, reserve })),
      ).then(
        checkedFile => attachments.push(checkedFile),
        error => {
          firstError = error
          file.file.resume()
        },
      )
  }
  if (firstError) throw firstError
  return attachments
}

type FileTarget = Pick<Parameters<typeof saveUpload>[1], 'path' | 'reserve'>

async function readCheckedFile(
  file: MultipartFile,
  { path, reserve }: FileTarget,
): Promise<CheckedFile> {
  const fileName = cleanFileName(file.filename ?? '') || 'file'
  const digest = await saveUpload(file, { path, limit: maxAttachmentBytes, reserve })
  if (digest === undefined)
    throw createFieldProblem(
      'file',
      'attachment_too_large',
      { file: fileName, size: maxAttachmentMegabytes },
      413,
    )
  const content = await readFile(path)
  const contentType = checkFileType(fileName, content)
  return { fileName: addEnding(fileName, contentType), digest, content, contentType }
}

const endings: Record<AttachmentType, RegExp> = {
  'application/pdf': /\.pdf$/i,
  'image/jpeg': /\.jpe?g$/i,
  'image/png': /\.png$/i,
  'image/webp': /\.webp$/i,
  'image/gif': /\.gif$/i,
  'text/plain': /\.(csv|txt)$/i,
}

/** Programs open a file by the ending of its name, which could be that of another type. */
const addEnding = (name: string, type: AttachmentType) =>
  endings[type].test(name) ? name : `${name.slice(0, 190)}.${type.split('/')[1]}`

/** @throws Problem 415 attachment_type_unsupported, or 422 attachment_empty */
function checkFileType(fileName: string, content: Buffer): AttachmentType {
  if (content.length === 0) throw createFieldProblem('file', 'attachment_empty', { file: fileName })
  const type = detectFileType(content)
  const isMisnamed = type === 'text/plain' && !endings[type].test(fileName)
  if (!type || isMisnamed)
    throw createFieldProblem('file', 'attachment_type_unsupported', { file: fileName }, 415)
  return type
}
