import { contactMessageApi } from '#contract/store/contact-message.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { contactMailJobs } from './contact-message-mail.ts'
import {
  deleteContactMessage,
  getContactMessage,
  listContactMessages,
} from './contact-message-store.ts'

export function contactMessageRoutes(app: App) {
  serve(app, contactMessageApi.list, ({ tx, query, principal }) =>
    listContactMessages(tx, query, principal.storeId),
  )
  serve(app, contactMessageApi.get, ({ tx, params }) => getContactMessage(tx, params.id))
  serve(app, contactMessageApi.delete, ({ tx, params }) => deleteContactMessage(tx, params.id))
  Object.assign(app.jobs, contactMailJobs(app))
}
