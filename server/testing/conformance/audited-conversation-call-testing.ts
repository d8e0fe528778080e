import { chatApi } from '#contract/desk/chat.ts'
import { conversationApi } from '#contract/desk/conversation.ts'
import { draftFileApi } from '#contract/desk/draft-file.ts'
import { savedReplyApi } from '#contract/desk/saved-reply.ts'
import { senderRuleApi } from '#contract/desk/sender-rule.ts'
import {
  type AuditedCall,
  body,
  createdIds,
  fixture,
  id,
  upload,
  withIdAndBody,
} from './audited-call-testing.ts'

let messageId = ''
let fileId = ''

/** The calls of the inbox. */
export const conversationCalls: AuditedCall[] = [
  {
    route: conversationApi.create,
    entry: 'insert conversation',
    args: () => body({ email: 'ann@shopper.example', subject: 'Your order', text: 'Hello' }),
    saveIdAs: 'conversation',
  },
  {
    route: conversationApi.reply,
    entry: 'insert message',
    args: () => withIdAndBody('conversation', { text: 'One more thing' }),
    onReply: data => {
      messageId = 'messages' in data && Array.isArray(data.messages) ? data.messages.at(-1)._id : ''
    },
  },
  {
    route: conversationApi.unsend,
    entry: 'delete message',
    args: () => ({ params: { id: messageId } }),
  },
  {
    route: conversationApi.resend,
    entry: 'update message',
    args: async () => {
      const reply = { params: id('conversation').params, body: { text: 'Refused' } }
      const { body: answer } = await fixture.app.call('owner', conversationApi.reply, reply)
      const refusedId = answer.data.messages.at(-1)._id
      await fixture.app.inStore(
        tx => tx`update message set status = 'failed' where id = ${refusedId}`,
      )
      return { params: { id: refusedId } }
    },
  },
  {
    route: conversationApi.addNote,
    entry: 'insert message',
    args: () => withIdAndBody('conversation', { text: 'Called back' }),
  },
  {
    route: conversationApi.saveDraft,
    entry: 'insert message',
    args: () => withIdAndBody('conversation', { text: 'Unsent' }),
  },
  {
    route: draftFileApi.addDraftFile,
    entry: '',
    args: () => ({ ...upload('offer.txt', 'Offer'), ...id('conversation') }),
    onReply: data => {
      fileId = Array.isArray(data) ? data.at(-1)._id : ''
    },
  },
  {
    route: draftFileApi.createWithFiles,
    entry: 'insert conversation',
    args: () =>
      upload('offer.txt', 'Offer', {
        message: JSON.stringify({ email: 'ann@example.com', subject: 'Offer', text: 'Attached' }),
      }),
  },
  {
    route: draftFileApi.deleteDraftFile,
    entry: '',
    args: () => ({ params: { id: fileId } }),
  },
  { route: conversationApi.markSeen, entry: '', args: () => id('conversation') },
  {
    route: conversationApi.update,
    entry: 'update conversation',
    args: () => withIdAndBody('conversation', { addLabels: ['important'] }),
  },
  {
    route: conversationApi.split,
    entry: 'update message',
    args: async () => {
      const reply = { params: id('conversation').params, body: { text: 'Split this off' } }
      const { body: answer } = await fixture.app.call('owner', conversationApi.reply, reply)
      return withIdAndBody('conversation', { message: answer.data.messages.at(-1)._id })
    },
    saveIdAs: 'splitConversation',
  },
  {
    route: conversationApi.merge,
    entry: 'update message',
    args: () => withIdAndBody('splitConversation', { into: createdIds['conversation'] }),
  },
  {
    route: conversationApi.bulkUpdate,
    entry: 'update conversation',
    args: () => body({ ids: [createdIds['conversation']], place: 'trash' }),
  },
  {
    route: chatApi.openTeam,
    entry: 'insert conversation',
    args: () => body({}),
    saveIdAs: 'chat',
  },
  {
    route: chatApi.send,
    entry: 'insert message',
    args: () => withIdAndBody('chat', { text: 'The mugs are here' }),
  },
  {
    route: savedReplyApi.create,
    entry: 'insert saved_reply',
    args: () => body({ name: 'Delay', text: 'We are late.' }),
    saveIdAs: 'savedReply',
  },
  {
    route: savedReplyApi.update,
    entry: 'update saved_reply',
    args: () => withIdAndBody('savedReply', { text: 'We are very late.' }),
  },
  { route: savedReplyApi.delete, entry: 'delete saved_reply', args: () => id('savedReply') },
  {
    route: senderRuleApi.save,
    entry: 'insert sender_rule',
    args: () => body({ sender: 'spam.example', action: 'block' }),
    saveIdAs: 'senderRule',
  },
  { route: senderRuleApi.delete, entry: 'delete sender_rule', args: () => id('senderRule') },
  {
    route: senderRuleApi.applyToConversation,
    entry: 'insert sender_rule',
    args: () => body({ conversation: createdIds['conversation'], action: 'block' }),
  },
  { route: conversationApi.delete, entry: 'delete conversation', args: () => id('conversation') },
]
