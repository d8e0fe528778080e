import { chatApi } from '#contract/desk/chat.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { listChats } from './chat-list.ts'
import { getChat, openTeamChat, sendChatMessage } from './chat-store.ts'
import { toAuthor, toViewer } from './rule/visible-conversation.ts'

export function chatRoutes(app: App): void {
  serve(app, chatApi.list, ({ tx, principal }) => listChats(tx, toViewer(principal)))
  serve(app, chatApi.get, ({ tx, params, principal }) =>
    getChat(tx, params.id, toViewer(principal)),
  )
  serve(
    app,
    chatApi.send,
    ({ tx, params, body, principal }) =>
      sendChatMessage(tx, params.id, { ...body, ...toAuthor(principal) }),
    ({ tx, principal }, id) => getChat(tx, id, toViewer(principal)),
  )
  serve(app, chatApi.openTeam, ({ tx, body, principal }) =>
    openTeamChat(tx, body, toViewer(principal)),
  )
}
