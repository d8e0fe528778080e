import { savedReplyApi } from '#contract/desk/saved-reply.ts'
import { type App, serve } from '../lib/call/serve.ts'
import {
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  updateSavedReply,
} from './saved-reply-store.ts'

export function savedReplyRoutes(app: App): void {
  serve(app, savedReplyApi.list, ({ tx }) => listSavedReplies(tx))
  serve(app, savedReplyApi.create, ({ tx, body }) => createSavedReply(tx, body))
  serve(app, savedReplyApi.update, ({ tx, params, body }) => updateSavedReply(tx, params.id, body))
  serve(app, savedReplyApi.delete, ({ tx, params }) => deleteSavedReply(tx, params.id))
}
