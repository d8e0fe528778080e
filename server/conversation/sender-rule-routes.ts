import { senderRuleApi } from '#contract/desk/sender-rule.ts'
import { type App, serve } from '../lib/call/serve.ts'
import {
  applySenderRuleToConversation,
  deleteSenderRule,
  listSenderRules,
  saveSenderRule,
} from './sender-rule-store.ts'

export function senderRuleRoutes(app: App): void {
  serve(app, senderRuleApi.list, ({ tx }) => listSenderRules(tx))
  serve(app, senderRuleApi.save, ({ tx, body }) => saveSenderRule(tx, body))
  serve(app, senderRuleApi.applyToConversation, ({ tx, body, principal }) =>
    applySenderRuleToConversation(tx, body, principal),
  )
  serve(app, senderRuleApi.delete, ({ tx, params }) => deleteSenderRule(tx, params.id))
}
