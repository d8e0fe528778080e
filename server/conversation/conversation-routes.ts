import { conversationApi } from '#contract/desk/conversation.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { chatRoutes } from './chat-routes.ts'
import { contactMailJobs } from './contact-message-mail.ts'
import { countConversations, listConversations, listOwnLabels } from './conversation-list.ts'
import { conversationMailJobs } from './conversation-mail.ts'
import {
  deleteConversation,
  getConversation,
  markSeen,
  updateConversation,
  updateConversations,
} from './conversation-store.ts'
import { draftFileRoutes } from './draft-file-routes.ts'
import { mergeConversation, splitConversation } from './merge-conversations.ts'
import { messageContentRoutes } from './message-content-routes.ts'
import {
  addNote,
  createConversation,
  replyToConversation,
  resendMessage,
  saveMessageDraft,
  unsendMessage,
} from './message-store.ts'
import { listConversationStaff } from './rule/notify-staff.ts'
import { toAuthor, toViewer } from './rule/visible-conversation.ts'
import { savedReplyRoutes } from './saved-reply-routes.ts'
import { senderRuleRoutes } from './sender-rule-routes.ts'
import { wakeConversationJobs } from './wake-conversations.ts'

/** Registers all routes of the inbox. */
export function inboxRoutes(app: App) {
  serve(app, conversationApi.listStaff, ({ tx }) => listConversationStaff(tx))
  serve(app, conversationApi.listLabels, ({ tx, principal }) =>
    listOwnLabels(tx, toViewer(principal)),
  )
  conversationRoutes(app)
  chatRoutes(app)
  messageContentRoutes(app)
  draftFileRoutes(app)
  savedReplyRoutes(app)
  senderRuleRoutes(app)
}

function conversationRoutes(app: App) {
  serve(app, conversationApi.list, ({ tx, query, principal }) =>
    listConversations(tx, query, toAuthor(principal)),
  )
  serve(app, conversationApi.counts, ({ tx, principal }) =>
    countConversations(tx, toViewer(principal)),
  )
  serve(app, conversationApi.get, ({ tx, params, principal }) =>
    getConversation(tx, params.id, toViewer(principal)),
  )
  serve(
    app,
    conversationApi.create,
    ({ tx, body, principal }) => createConversation(tx, body, toAuthor(principal)),
    ({ tx, principal }, id) => getConversation(tx, id, toViewer(principal)),
  )
  serve(
    app,
    conversationApi.reply,
    ({ tx, params, body, principal }) =>
      replyToConversation(tx, params.id, { ...body, ...toAuthor(principal) }),
    ({ tx, principal }, id) => getConversation(tx, id, toViewer(principal)),
  )
  serve(app, conversationApi.unsend, ({ tx, params, principal }) =>
    unsendMessage(tx, params.id, toViewer(principal)),
  )
  serve(app, conversationApi.resend, ({ tx, params, principal }) =>
    resendMessage(tx, params.id, toAuthor(principal)),
  )
  serve(app, conversationApi.addNote, ({ tx, params, body, principal }) =>
    addNote(tx, params.id, { ...body, viewer: toViewer(principal) }),
  )
  serve(app, conversationApi.saveDraft, ({ tx, params, body, principal }) =>
    saveMessageDraft(tx, params.id, { ...body, viewer: toViewer(principal) }),
  )
  serve(app, conversationApi.markSeen, ({ tx, params, principal }) =>
    markSeen(tx, params.id, toViewer(principal)),
  )
  serve(app, conversationApi.update, ({ tx, params, body, principal }) =>
    updateConversation(tx, params.id, { edit: body, viewer: toViewer(principal) }),
  )
  serve(app, conversationApi.bulkUpdate, ({ tx, body, principal }) =>
    updateConversations(tx, body, toViewer(principal)),
  )
  serve(app, conversationApi.merge, ({ tx, params, body, principal }) =>
    mergeConversation(tx, params.id, { ...body, viewer: toViewer(principal) }),
  )
  serve(app, conversationApi.split, ({ tx, params, body, principal }) =>
    splitConversation(tx, params.id, { ...body, viewer: toViewer(principal) }),
  )
  serve(app, conversationApi.delete, ({ tx, params, principal }) =>
    deleteConversation(tx, params.id, toViewer(principal)),
  )
  Object.assign(
    app.jobs,
    contactMailJobs(app),
    conversationMailJobs(app),
    wakeConversationJobs(app),
  )
}
