import { ConversationInput } from '#contract/desk/conversation.ts'
import { draftFileApi, maxMessageFiles } from '#contract/desk/draft-file.ts'
import { Problem } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveUpload } from '../lib/call/serve-upload.ts'
import { openDisk } from '../lib/file/disk.ts'
import { type CheckedFile, readAttachment, readAttachments } from '../lib/file/read-attachment.ts'
import { addDraftFile, createWithFiles, deleteDraftFile } from './draft-file-store.ts'
import { createFileLimitProblem, maxMessageFileBytes } from './rule/draft-files.ts'
import { toAuthor } from './rule/visible-conversation.ts'

export function draftFileRoutes(app: App): void {
  const disk = openDisk(app.config, 'mail')
  serveUpload(app, draftFileApi.addDraftFile, async ({ files, params, principal, inTx }) => {
    const { storeId } = principal
    const file = await readAttachment(files, { owner: storeId, dataDir: app.config.dataDir })
    return addDraftFile({ disk, storeId, inTx }, params.id, { file, viewer: principal })
  })
  serveUpload(
    app,
    draftFileApi.createWithFiles,
    async ({ files: parts, fields, principal, inTx }) => {
      const { storeId } = principal
      const scope = { owner: storeId, dataDir: app.config.dataDir }
      const files = await readAttachments(parts, scope, checkLimit)
      const input = ConversationInput.parse(parseJson(fields['message']))
      return createWithFiles({ disk, storeId, inTx }, input, { files, author: toAuthor(principal) })
    },
  )
  serve(app, draftFileApi.deleteDraftFile, ({ tx, params, principal }) =>
    deleteDraftFile(tx, params.id, principal),
  )
}

/** Keeps at most the bytes of one message in memory, and one further file. */
const checkLimit = (files: readonly CheckedFile[]) =>
  files.length >= maxMessageFiles ||
  files.reduce((bytes, { content }) => bytes + content.length, 0) > maxMessageFileBytes
    ? createFileLimitProblem()
    : undefined

function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem(400, 'unreadable')
  }
}
