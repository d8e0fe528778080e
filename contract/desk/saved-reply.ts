import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Id, multiLineText, singleLineText, Timestamp, updateSchema } from '../lib/schemas.ts'
import { maxReplyLength } from './conversation-state.ts'

export const maxSavedReplies = 200

/** The facts of a conversation that a saved reply contains as `{{order_number}}`. */
export const savedReplyVariables = [
  'customer_name',
  'order_number',
  'order_status',
  'tracking_link',
  'store_name',
] as const
export type SavedReplyVariable = (typeof savedReplyVariables)[number]
export type SavedReplyFacts = Partial<Record<SavedReplyVariable, string>>

export const SavedReplyInput = z.object({
  name: singleLineText(80, 1),
  text: multiLineText(maxReplyLength).refine(text => text.trim() !== ''),
})
export type SavedReplyInput = z.infer<typeof SavedReplyInput>

export const SavedReply = SavedReplyInput.extend({
  _id: Id,
  version: z.int(),
  createdAt: Timestamp,
})
export type SavedReply = z.infer<typeof SavedReply>

/** Returns the text with the facts, and the known variables without a fact, which are left out. */
export function fillSavedReply(
  text: string,
  facts: SavedReplyFacts,
): { text: string; missing: SavedReplyVariable[] } {
  const missing = new Set<SavedReplyVariable>()
  const filled = text.replaceAll(/\{\{\s*([a-z_]+)\s*\}\}/g, (placeholder, name: string) => {
    const variable = savedReplyVariables.find(known => known === name)
    if (!variable) return placeholder
    const fact = facts[variable]
    if (!fact) missing.add(variable)
    return fact ?? ''
  })
  return { text: filled, missing: [...missing] }
}

export const savedReplyApi = defineApi('savedReply', {
  list: {
    method: 'GET',
    path: '/savedReply/getAll',
    can: 'conversation:read',
    summary: 'List the saved replies of the store by their name',
    reply: z.array(SavedReply),
  },
  create: {
    method: 'POST',
    path: '/savedReply/create',
    can: 'conversation:write',
    summary: 'Create a saved reply',
    body: SavedReplyInput,
    reply: SavedReply,
    message: 'Saved reply created',
  },
  update: {
    method: 'PATCH',
    path: '/savedReply/update/:id',
    can: 'conversation:write',
    summary: 'Change a saved reply',
    body: updateSchema(SavedReplyInput),
    reply: SavedReply,
    message: 'Saved reply updated',
  },
  delete: {
    method: 'DELETE',
    path: '/savedReply/delete/:id',
    can: 'conversation:write',
    summary: 'Delete a saved reply',
    message: 'Saved reply deleted',
  },
})
