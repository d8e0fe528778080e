/** The secret of an invitation, while somebody logs in to take it. Kept in memory alone: the link of the mail stays good. */
let pending = ''

export const pendingInvitation = () => pending

export function keepInvitation(token: string) {
  pending = token
}
