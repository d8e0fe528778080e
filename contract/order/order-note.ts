import { defineApi } from '../lib/call/api.ts'
import { Order } from './order.ts'
import { OrderNote } from './order-input.ts'

/** How long the author of a note can change it. Later, it is part of the record of the order. */
export const noteEditHours = 24

export const orderNoteApi = defineApi('order', {
  updateNote: {
    method: 'PATCH',
    path: '/order/updateNote/:id',
    can: 'order:write',
    summary: 'Change the text of your own note, within 24 hours',
    body: OrderNote,
    reply: Order,
    message: 'Note updated',
  },
  deleteNote: {
    method: 'DELETE',
    path: '/order/deleteNote/:id',
    can: 'order:write',
    summary: 'Delete your own note, within 24 hours',
    message: 'Note deleted',
  },
})
